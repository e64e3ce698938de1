import { readdirSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { lambdaContext } from '../../../bin/local/lambda.ts';
import { newFileKey } from '../../../functions/applications/domain/application-files.ts';
import { apply } from '../../setup/an-application.ts';
import { setClock } from '../../setup/clock.ts';
import { ownTable } from '../../setup/own-table.ts';
import { startService } from '../../setup/service.ts';
import { ownFiles } from '../../setup/stored-files.ts';
import { unsignedFiles } from '../../setup/unsigned-files.ts';

// Its own table and folder, because a sweep looks at the files of all employers.
const table = await ownTable();
const stored = ownFiles();
const service = await startService();
const { handler } = await import('../../../functions/applications/sweep-applications.ts');
const folder = join(process.env['DATA_DIR'] ?? '', 'files');
const files = unsignedFiles(folder);

afterAll(async () => {
  await service.close();
  await table.drop();
});

const DAY_MILLIS = 24 * 60 * 60 * 1_000;
const today = Date.parse('2026-06-20T00:00:30Z');
const daysAgo = (days: number) => new Date(today - days * DAY_MILLIS);

let lines: Record<string, unknown>[] = [];
beforeEach(() => {
  lines = [];
  jest.spyOn(console, 'log').mockImplementation((line) => void lines.push(JSON.parse(String(line))));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** A sweep today, and the log lines that it wrote. */
async function sweep(remainingMillis: () => number = () => 900_000) {
  setClock(today);
  lines = [];
  const run = await handler({}, lambdaContext('sweep-applications', 'sweep', remainingMillis));
  return { run, logged: lines.filter(({ operation }) => operation === 'sweepApplications') };
}

/** The file of a request that broke off, so many days ago. */
async function orphan({ id }: { id: number }, days: number): Promise<string> {
  const key = newFileKey(id, daysAgo(days));
  await files.put(key, new Uint8Array(1), 'text/plain');
  return key;
}

/** An employer with an application, and its file, for each of so many days ago. */
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

test('removes files of past days that belong to no application, and neither files in use nor those of the last day', async () => {
  const employer = await applied(9, 3, 2, 0);
  const inUse = await stored.of(employer);
  expect(inUse).toHaveLength(4);
  for (const days of [2, 3, 8]) await orphan(employer, days);
  const kept = await Promise.all([0, 1].map((days) => orphan(employer, days)));
  const { run, logged } = await sweep();
  expect(run).toEqual({ erased: 0, orphans: 3, uploads: 0, finished: true });
  expect(sorted(await stored.of(employer))).toEqual(sorted([...inUse, ...kept]));
  expect(logged).toEqual([
    expect.objectContaining({
      level: 'INFO',
      erased: 0,
      orphans: 3,
      uploads: 0,
      finished: true,
      calls: expect.any(Number),
    }),
  ]);
});

test('removes uploads that no application can name any more, and no others', async () => {
  await sweep();
  const [over, left] = [25, 23].map((hours) => ({
    key: `uploads/${crypto.randomUUID()}`,
    at: new Date(today - hours * 3_600_000),
  }));
  for (const { key, at } of [over!, left!]) {
    await files.put(key, new Uint8Array(1), 'text/plain');
    await utimes(join(folder, key), at, at);
  }
  expect((await sweep()).run).toMatchObject({ uploads: 1, finished: true });
  expect([await files.get(over!.key), await files.get(left!.key)]).toEqual([undefined, expect.anything()]);
});

test('goes on where a run broke off, and says that it did', async () => {
  const employer = await applied(4);
  const inUse = await stored.of(employer);
  for (let number = 0; number < 5; number += 1) await orphan(employer, 4);
  const left = () => readdirSync(join(folder, dirname(inUse[0] ?? ''))).length;
  const first = await sweep(() => (left() > 4 ? 900_000 : 0));
  expect(first.run).toEqual({ erased: 0, orphans: 2, uploads: 0, finished: false });
  expect(first.logged).toEqual([expect.objectContaining({ level: 'WARN', ...first.run })]);
  const { run } = await sweep();
  expect(run).toEqual({ erased: 0, orphans: 3, uploads: 0, finished: true });
  expect(await stored.of(employer)).toEqual(inUse);
});

test('that finds nothing writes no line', async () => {
  await sweep();
  expect(await sweep()).toEqual({ run: { erased: 0, orphans: 0, uploads: 0, finished: true }, logged: [] });
});
