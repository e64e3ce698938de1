import { tombstone } from '../../../functions/platform/dynamodb/tombstone.ts';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { lambdaContext } from '../../../bin/local/lambda.ts';
import { applicationKeys, createFileKey } from '../../../functions/applications/keys.ts';
import type { Database } from '../../../functions/platform/dynamodb/database.ts';
import { apply } from '../../setup/an-application.ts';
import { setClock } from '../../setup/clock.ts';
import { ownFiles, unsignedFiles } from '../../setup/own-files.ts';
import { ownService } from '../../setup/own-service.ts';
import { withOwnPermissions } from '../../setup/permission-watch.ts';

// A separate table and folder, because a sweep reads the files of all employers.
const stored = ownFiles();
const service = await ownService();
// Functions read their settings when they are loaded.
const sweepModule = await import('../../../functions/applications/sweep-applications.ts');
const handler = withOwnPermissions(
  'sweep-applications',
  sweepModule.handler as never,
) as unknown as typeof sweepModule.handler;
const { orphanFiles } = await import('../../../functions/applications/retention/sweep.ts');
const folder = join(process.env['DATA_DIR'] ?? '', 'files');
const files = unsignedFiles(folder);

const DAY_MILLIS = 24 * 60 * 60 * 1_000;
const today = Date.parse('2026-06-20T00:00:30Z');
const daysAgo = (days: number) => new Date(today - days * DAY_MILLIS);

let lines: Record<string, unknown>[] = [];
beforeEach(() => {
  lines = [];
  jest.spyOn(console, 'log').mockImplementation((line) => void lines.push(JSON.parse(String(line))));
});
afterEach(() => void jest.restoreAllMocks());

/** Runs a sweep today, and returns the result with the log lines of the sweep. */
async function sweep(remainingMillis: () => number = () => 900_000) {
  setClock(today);
  lines = [];
  const context = lambdaContext('sweep-applications', 'sweep', remainingMillis);
  const { logos: _, ...run } = await handler({}, context);
  return { run, logged: lines.filter(({ operation }) => operation === 'sweepApplications') };
}

/** Stores a file as an interrupted request of some days ago would have left it. */
async function orphan({ id }: { id: number }, days: number): Promise<string> {
  const key = createFileKey(id, daysAgo(days));
  await files.put(key, new Uint8Array(1), 'text/plain');
  return key;
}

/** Creates an employer with one application and its file for each age in days. */
async function applied(...days: number[]) {
  setClock(daysAgo(Math.max(...days)).getTime());
  const { acme, job } = await service.employerWithJob({ status: 'active', closeDate: null });
  for (const day of days) {
    setClock(daysAgo(day).getTime());
    const { status } = await apply(service.anyone, job.id, { email: `c${day}@example.com` });
    expect(status).toBe(201);
  }
  return acme.employer;
}

const sorted = (names: readonly string[]) => names.toSorted();

test('the sweep deletes files of past days without an application, and keeps files in use and those of the last day', async () => {
  const employer = await applied(9, 3, 2, 0);
  const inUse = await stored.of(employer);
  expect(inUse).toHaveLength(4);
  for (const days of [2, 3, 8]) await orphan(employer, days);
  const recentOrphans = await Promise.all([0, 1].map((days) => orphan(employer, days)));
  const { run, logged } = await sweep();
  expect(run).toEqual({ erased: 0, orphans: 3, uploads: 0, finished: true });
  expect(sorted(await stored.of(employer))).toEqual(sorted([...inUse, ...recentOrphans]));
  expect(logged).toMatchObject([{ level: 'INFO', ...run, calls: expect.any(Number) }]);
});

test('the sweep deletes exactly the uploads that applications can no longer reference', async () => {
  await sweep();
  const [over = '', usable = ''] = ['over', 'usable'].map((name) => `uploads/${name}`);
  await stored.leave(over, new Uint8Array(1), 25);
  await stored.leave(usable, new Uint8Array(1), 23);
  expect((await sweep()).run).toMatchObject({ uploads: 1, finished: true });
  expect([await files.get(over), await files.get(usable)]).toEqual([undefined, expect.anything()]);
});

test('the sweep erases applications that expire within a day, even if an earlier application has a later time from a fast clock', async () => {
  // Applications are kept for 365 days.
  const employer = await applied(400, 350, 390, 363.99, 364);
  const { run } = await sweep();
  expect(run).toMatchObject({ erased: 3, finished: true });
  expect(await stored.of(employer)).toHaveLength(2);
});

test('the sweep continues after a page that has only erased applications', async () => {
  const { id } = await applied(400);
  const keyOf = (number: number) => applicationKeys.application(id, number);
  const item = await service.db.get({ Key: keyOf(1) });
  await service.db.put({ Item: { ...item, ...keyOf(26), number: 26 } });
  for (let number = 1; number <= 25; number += 1) {
    await service.db.put({ Item: tombstone(keyOf(number), 1, { type: 'schedule', at: today }) });
  }
  expect((await sweep()).run).toMatchObject({ erased: 1, finished: true });
});

test('orphanFiles keeps the files of applications before one dated by a slow clock, and reads each application once', async () => {
  const keysInUse = [3, 2].map((days) => createFileKey(1, daysAgo(days)));
  const orphaned = createFileKey(1, daysAgo(3));
  // Two pages of applications, newest first.
  const pages = [
    [{ receivedAt: '2020-01-01T00:00:00.000Z', resume: { key: createFileKey(1, daysAgo(2_000)) } }, {}],
    keysInUse.map((key) => ({ receivedAt: daysAgo(3).toISOString(), resume: { key } })),
  ];
  const pageNumbers: number[] = [];
  const db = {
    queryPage: async ({ ExclusiveStartKey: from = { page: 0 } }) => {
      pageNumbers.push(from['page']);
      return { items: pages[from['page']], last: from['page'] === 0 ? { page: 1 } : undefined };
    },
  };
  async function* list(prefix: string) {
    for (const key of [...keysInUse, orphaned]) if (key.startsWith(prefix)) yield { key };
  }
  const orphanKeys: string[] = [];
  for await (const key of orphanFiles(db as unknown as Database, { list }, daysAgo(0))) orphanKeys.push(key);
  expect(orphanKeys).toEqual([orphaned]);
  expect(pageNumbers).toEqual([0, 1]);
});

test('the sweep continues where a failed run stopped', async () => {
  const employer = await applied(4);
  const inUse = await stored.of(employer);
  for (let number = 0; number < 5; number += 1) await orphan(employer, 4);
  const fileCount = () => readdirSync(join(folder, dirname(inUse[0] ?? ''))).length;
  const progress = { erased: 0, orphans: 2, uploads: 0, finished: false };
  await expect(sweep(() => (fileCount() > 4 ? 900_000 : 0))).rejects.toThrow(JSON.stringify(progress));
  expect(lines).toContainEqual(expect.objectContaining({ level: 'WARN', ...progress }));
  const { run } = await sweep();
  expect(run).toEqual({ erased: 0, orphans: 3, uploads: 0, finished: true });
  expect(await stored.of(employer)).toEqual(inUse);
});

test('the sweep leaves the applications to the next run when there is no time to erase them', async () => {
  await applied(400);
  const emptyRun = { erased: 0, orphans: 0, uploads: 0, finished: false };
  await expect(sweep(() => 50_000)).rejects.toThrow(JSON.stringify(emptyRun));
  expect((await sweep()).run).toEqual({ ...emptyRun, erased: 1, finished: true });
});

test('the sweep logs nothing when there is nothing to erase', async () => {
  await sweep();
  expect(await sweep()).toEqual({ run: { erased: 0, orphans: 0, uploads: 0, finished: true }, logged: [] });
});
