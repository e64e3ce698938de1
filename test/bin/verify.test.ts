import { randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { runAdmin } from '../setup/admin.ts';
import { confirmedFindings, type Finding } from '../../bin/admin/verify/findings.ts';
import { readEmployer } from '../../bin/admin/verify/reading.ts';
import { compare, verify } from '../../bin/admin/verify/verify.ts';
import {
  fromApplicationItem,
  confirmationEntry,
} from '../../functions/applications/application/application-store.ts';
import { compress } from '../../functions/events/store/event-items.ts';
import { logBuilder } from '../../functions/events/store/log-builder.ts';
import { packRows as packedRows } from '../../functions/jobs/search/row-packs.ts';
import {
  SNAPSHOT_ATTRIBUTE,
  createSnapshot,
  snapshotName,
  compressSnapshot,
} from '../../functions/jobs/lists/read-status-map.ts';
import { statusDigit, SEGMENT_SIZE } from '../../functions/jobs/lists/status-map.ts';
import { createPublicName } from '../../functions/jobs/job/job-reader.ts';
import { today } from '../../functions/platform/time/clock.ts';
import { setting } from '../../functions/platform/config.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';
import { timeToLive } from '../../functions/platform/dynamodb/table.ts';
import { tableKeys } from '../../functions/platform/keys.ts';
import { applicationKeys } from '../../functions/applications/keys.ts';
import { accountKeys } from '../../functions/accounts/keys.ts';
import { locationKeys } from '../../functions/reference/keys.ts';
import { idempotencyKeys } from '../../functions/idempotency/idempotency.ts';
import type { Key } from '../../functions/platform/dynamodb/database.ts';
import { profileStore } from '../../functions/accounts/store/profiles.ts';
import { aJob } from '../setup/a-job.ts';
import { applicationsInTable } from '../setup/applications-in-table.ts';
import { setClock } from '../setup/clock.ts';
import { realLogo } from '../setup/logos.ts';
import { noApplicationCounts, verifiedTable, type Acme } from '../setup/verified-table.ts';

const table = await verifiedTable();
const { client, connection, employerWithJobs, hand, service, tableName, verified } = table;

type Row = Record<string, unknown>;

const jobKey = ({ id, jobs }: Acme, number: number) => jobKeys.job(id, jobs[number]?.id ?? 0);

const itemAt = (key: Key) => service.db.get({ Key: key, ConsistentRead: true });

/** The distinct kinds of findings. */
const kindsOf = (findings: readonly Finding[]) => [...new Set(findings.map(({ kind }) => kind))].toSorted();

/** Derived items by key pattern, with their derived attributes; without a list, all attributes are derived. */
const derived: [RegExp, string[]?][] = [
  [/^E#\d+ (?:REFERENCE|S|KEY)#/],
  [/^[BN]#/],
  [/^A#\d+ (?:J|CONFIRMATION|REFERENCE)#/],
  [/^A#\d+ CANDIDATE#/, ['receivedAt', 'timeToLive']],
  [/^V#\d+ J#/],
  [/^E#\d+ J#/, ['id', 's', 't', 'u', 'i', 'f', 'g']],
  [/^A#\d+ \d+$/, ['employerId', 'number', 'm', 'o']],
  [/^E#\d+ NUMBERS$/, ['lastPosition']],
  [/^A#\d+ NUMBERS$/, ['number']],
];

const textOf = ({ PK, SK }: Key) => `${PK} ${SK}`;

const itemsNow = async (): Promise<(Key & Row)[]> => {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: tableName, ConsistentRead: true }));
  return Items.filter(({ PK }) => PK !== tableKeys.counter('JOB').PK) as (Key & Row)[];
};

/** The derived attributes of an item; undefined if it has none. */
function derivedOf(item: Key & Row): { isWhole: boolean; names: string[] } | undefined {
  const family = derived.find(([key]) => key.test(`${item.PK} ${item.SK}`));
  if (!family) return undefined;
  const [, names = Object.keys(item).filter((name) => !['PK', 'SK'].includes(name))] = family;
  return { isWhole: family[1] === undefined, names: names.filter((name) => item[name] !== undefined) };
}

/**
 * Attributes that may differ after a repair: the time of search indexing, the attempts to send a confirmation, and a
 * count of zero.
 */
const mayDiffer = ([name, value]: [string, unknown]) => ['u', 'attempts'].includes(name) || value === 0;

const comparable = (items: (Key & Row)[]) =>
  new Map(
    items.map((item) => [
      textOf(item),
      Object.fromEntries(Object.entries(item).filter((entry) => !mayDiffer(entry))),
    ]),
  );

/** An employer with every kind of data derived from jobs, applications and keys. */
async function richEmployer() {
  const acme = await employerWithJobs();
  const { id, jobs } = acme;
  const [firstJob, second] = jobs;
  await acme.put(`/jobs/${firstJob?.id}`, { confidential: true });
  await acme.put(`/jobs/${second?.id}`, { status: 'active', autoRefresh: true });
  await hand.set(applicationKeys.application(id, 1), 'confirmation', 'queued');
  const application = await service.db.get({ Key: applicationKeys.application(id, 1), ConsistentRead: true });
  await hand.put(confirmationEntry(fromApplicationItem(application ?? {})) as Key & Row);
  const { add } = logBuilder(service.db, setting('EVENT_RETENTION_DAYS') * 86_400);
  const changes = Array.from({ length: 30 }, (_, index) => {
    const job = { id: firstJob?.id ?? 0, referenceId: randomUUID() };
    const data = { job, version: index + 1, by: { type: 'key' } } as const;
    const event = { type: 'job.updated', timestamp: new Date().toISOString(), data } as const;
    return { employerId: id, source: 'j', sequenceNumber: String(index + 1), event } as const;
  });
  // The newest events are not in a page yet.
  await add(id, changes.slice(0, -1));
  await add(id, changes.slice(-1));
  expect((await verified(true)).findings).toEqual([]);
  return { acme, items: await itemsNow() };
}

/** A different value of the same type, which is valid where possible. */
function another(name: string, value: unknown): unknown {
  if (['lastPosition', 'number', 'employerId'].includes(name)) return 0;
  if (typeof value === 'number') return value + 1;
  if (value instanceof Uint8Array) return compress([]);
  return typeof value === 'string' ? `${value}x` : { ...(value as Row), name: 'Before' };
}

const keysOf = (findings: readonly Finding[]) =>
  [...new Set(findings.map(({ key }) => textOf(key)))].toSorted();

/** Runs verify with repair, and returns the keys of its findings, which must all be repaired. */
async function repairedKeys(): Promise<string[]> {
  const dry = await verified(false);
  const mended = await verified(true);
  expect([dry.repaired, mended.findings]).toEqual([[], []]);
  const repaired = new Set(keysOf(mended.repaired));
  expect(keysOf(dry.findings).filter((key) => !repaired.has(key))).toEqual([]);
  return keysOf(dry.findings);
}

/** Runs `npm run admin -- verify ...`. */
const admin = (options: string) => runAdmin(connection, `verify ${options}`);

describe('admin verify of an employer', () => {
  let acme: Acme;
  beforeAll(async () => {
    acme = await employerWithJobs();
  });
  afterEach(async () => {
    expect(await verified(true, acme.id)).toMatchObject({ findings: [], repaired: [] });
  });
  afterAll(table.empty);

  test('repairs a status map with any wrong content in its leaves and snapshots', async () => {
    const before = await acme.seen();
    const leaf = jobKeys.statusLeaf(acme.id, 4);
    const base = jobKeys.statusSnapshot(acme.id, snapshotName(0, 1));
    const drafts = new Uint8Array(SEGMENT_SIZE).fill(statusDigit('draft'), 4, 5);
    const digits = compressSnapshot(createSnapshot(drafts));
    const damages: [attributes: Row, digits?: unknown][] = [
      [{ n0: -5 }],
      [{ n0: 'none' }],
      [{ n39: 9_007_199_254_740_991 }],
      [{ n0: undefined, [SNAPSHOT_ATTRIBUTE]: 1 }],
      [{ n0: undefined, [SNAPSHOT_ATTRIBUTE]: 1 }, 'none'],
      [{ [SNAPSHOT_ATTRIBUTE]: 1 }, digits],
      [{ a: 99 }],
    ];
    for (const [attributes, stored] of damages) {
      if (stored !== undefined) await hand.put({ ...base, digits: stored });
      for (const [name, value] of Object.entries(attributes)) await hand.set(leaf, name, value);
      const { findings, repaired } = await verified(true, acme.id);
      expect([findings, kindsOf(repaired)]).toEqual([[], ['status map']]);
      expect(await acme.seen()).toEqual(before);
    }
  });

  test('reports an invalid job, application or profile, and does not change it', async () => {
    const { bytes, mediaType } = realLogo('chromium.png');
    await acme.put('/employer/logo', bytes, { 'content-type': mediaType });
    await acme.put('/employer', { about: '<p>We bake.</p>', website: 'https://example.com' });
    expect((await verified(true, acme.id)).findings).toEqual([]);
    const [employerKey, about] = [accountKeys.employer(acme.id), accountKeys.about(acme.id)];
    const faults: [kind: string, Key, name: string, value: unknown][] = [
      ['job', jobKey(acme, 0), 'title', undefined],
      ['job', jobKey(acme, 8), 'p', undefined],
      ['job', jobKey(acme, 8), 'p', 8],
      ['job', jobKey(acme, 8), 'p', 0],
      ['job', jobKey(acme, 8), 'publishDate', '2099-01-01'],
      ['job', jobKey(acme, 4), 'referenceId', 'R-2'],
      ['application', applicationKeys.application(acme.id, 1), 'state', undefined],
      ['profile', employerKey, 'profile', { motto: 'Bread' }],
      ['profile', employerKey, 'profile', { website: 'javascript:alert(1)' }],
      ['profile', employerKey, 'profile', 7],
      ['profile', about, 'about', 7],
      ['profile', about, 'about', undefined],
      ['logo', employerKey, 'profile', { logo: `${acme.id}-0123456789abcdef-00000000.png` }],
    ];
    for (const [kind, key, name, value] of faults) {
      const before = await itemAt(key);
      await hand.set(key, name, value);
      const { findings } = await verified(true, acme.id);
      expect(findings).toEqual([expect.objectContaining({ kind, key, expected: expect.any(String) })]);
      const { version, ...after } = (await itemAt(key)) ?? {};
      expect([version, after[name]]).toEqual([before?.['version'], value]);
      await hand.set(key, name, before?.[name]);
    }
    expect((await verified(true, acme.id)).findings).toEqual([]);
  });

  test('repairs all other items although one job cannot be read', async () => {
    const { id, jobs } = acme;
    await hand.set(jobKey(acme, 0), 'title', undefined);
    await hand.delete(jobKeys.reference(id, 'R-1'));
    const { findings, repaired } = await verified(true, id);
    expect([kindsOf(findings), kindsOf(repaired)]).toEqual([['job'], ['reference']]);
    await hand.set(jobKey(acme, 0), 'title', 'Baker 0');
    expect(await acme.seen()).toMatchObject([{ total: jobs.length }, {}, {}, {}, { total: jobs.length }]);
  });

  test('does not check logos when only the table is accessible', async () => {
    await profileStore(service.db).update(acme.id, (current) => ({ ...current, logo: 'gone.png' }));
    expect(kindsOf((await verified(false, acme.id)).findings)).toEqual(['logo']);
    const options = { employer: acme.id, repair: false };
    expect(await verify({ ...connection, files: undefined }, options)).toMatchObject({ findings: [] });
    await profileStore(service.db).update(acme.id, (current) => ({ ...current, logo: null }));
  });

  test('does not report that release 1.2.0 listed a held application under WAITING', async () => {
    const key = applicationKeys.application(acme.id, 2);
    const former = { m: 'WAITING', o: '2026-11-26T10:00:00.000Z#1#2' };
    for (const [name, value] of Object.entries(former)) await hand.set(key, name, value);
    expect((await verified(false, acme.id)).findings).toEqual([]);
    for (const name of Object.keys(former)) await hand.set(key, name, undefined);
  });

  test('does not report a difference that a second read does not confirm', async () => {
    const reading = await readEmployer(connection, acme.id);
    await hand.delete(jobKeys.reference(acme.id, 'R-1'));
    const broken = compare(await readEmployer(connection, acme.id));
    expect(confirmedFindings(compare(reading), broken)).toEqual([]);
    expect(confirmedFindings(broken, broken)).toHaveLength(1);
    await verified(true, acme.id);
  });

  test('exits with 1 and lists the repairs while there are findings, and exits with 0 after the repair', async () => {
    const { id, jobs } = acme;
    await hand.delete(jobKeys.reference(id, 'R-1'));
    const finding = {
      kind: 'reference',
      employer: id,
      key: jobKeys.reference(id, 'R-1'),
      expected: { jobId: jobs[1]?.id },
      found: null,
      source: { key: jobKeys.job(id, jobs[1]?.id ?? 0), version: 1 },
      repair: 'put',
    };
    const applications = { ...noApplicationCounts, queued: 1, held: 1 };
    const checked = { employers: 1, jobs: 9, references: 6, apiKeys: 1 };
    const dry = await admin(`--employer ${id}`);
    expect(dry).toMatchObject({ exitCode: 1, stderr: '' });
    expect(dry.printed).toEqual({ checked, applications, findings: [finding], repaired: [] });

    const mended = await admin(`--employer ${id} --repair`);
    expect(mended).toMatchObject({ exitCode: 0, stderr: '' });
    const present = { ...checked, references: 7 };
    expect(mended.printed).toEqual({ checked: present, applications, findings: [], repaired: [finding] });
  });
});

describe('admin verify', () => {
  afterEach(table.empty);

  test.each(['removed', 'changed'] as const)(
    'reports and repairs all derived data of jobs, applications and keys that was %s',
    async (damage) => {
      const { acme, items } = await richEmployer();
      const before = await acme.seen();
      const damaged: string[] = [];
      for (const item of items) {
        const { isWhole, names } = derivedOf(item) ?? { isWhole: false, names: [] };
        if (names.length > 0) damaged.push(textOf(item));
        const key = { PK: item.PK, SK: item.SK };
        if (isWhole && damage === 'removed') await hand.delete(key);
        else {
          for (const name of names) {
            await hand.set(key, name, damage === 'removed' ? undefined : another(name, item[name]));
          }
        }
      }
      for (const [key] of derived) expect(damaged).toContainEqual(expect.stringMatching(key));
      expect(await repairedKeys()).toEqual(damaged.toSorted());
      expect(comparable(await itemsNow())).toEqual(comparable(items));
      expect(await acme.seen()).toEqual(before);
      expect((await acme.post('/jobs', aJob({ referenceId: 'R-new' }))).status).toBe(201);
      expect((await verified(false)).findings).toEqual([]);
    },
  );

  test('reports and removes derived items whose source does not exist', async () => {
    const { acme, items } = await richEmployer();
    const { id, jobs } = acme;
    const { PK } = applicationKeys.application(id, 1);
    const pack = { to: Date.now() - 1, madeAt: Date.now(), changedAt: 1 };
    const rows = packedRows([{ id: 2_000_000_000, position: 1, text: 'gone' }]);
    const added: (Key & Row)[] = [
      { ...jobKeys.reference(id, 'R-99'), jobId: 2_000_000_000 },
      { ...jobKeys.reference(id, 'R-98'), jobId: jobs[0]?.id },
      { ...jobKeys.publicName(createPublicName()), employerId: id, jobId: 2_000_000_000 },
      { ...jobKeys.publicName(createPublicName()), employerId: id, jobId: jobs[1]?.id },
      { ...accountKeys.employerKey(id, `${id}-00000000`), hash: 'f00' },
      { ...applicationKeys.jobApplication(id, jobs[0]?.id ?? 0, 9), [timeToLive]: 4_000_000_000 },
      { ...applicationKeys.jobApplication(id, 999_999, 1), [timeToLive]: 4_000_000_000 },
      { ...applicationKeys.candidate(id, 'f00', 999_999, 9), [timeToLive]: 4_000_000_000 },
      // The only application for a job, as an old version wrote it.
      { PK, SK: `CANDIDATE#${jobs[0]?.id}#f00`, number: 1, [timeToLive]: 4_000_000_000 },
      { ...jobKeys.rowPack(id, 0), ...pack, rows },
    ];
    for (const item of added) await hand.put(item);
    expect(await repairedKeys()).toEqual(added.map(textOf).toSorted());
    expect(comparable(await itemsNow())).toEqual(comparable(items));
  });

  test('raises a counter to the highest number in use, and changes a last day in the future to today', async () => {
    const { id } = await employerWithJobs();
    await hand.put({ ...locationKeys.location('atlantis', 'BC'), id: 100_007 });
    const wrong: [Key, string, unknown][] = [
      [tableKeys.counter('JOB'), 'n', 1],
      [tableKeys.counter('EMPLOYER'), 'n', undefined],
      [tableKeys.counter('LOCATION'), 'n', undefined],
      [jobKeys.numbers(id), 'lastPosition', undefined],
      [jobKeys.numbers(id), 'publishDate', '2099-01-01'],
      [applicationKeys.applicationNumbers(id), 'number', undefined],
    ];
    for (const [key, name, value] of wrong) await hand.set(key, name, value);
    const { findings, repaired } = await verified(true);
    expect([findings, repaired.length, kindsOf(repaired)]).toEqual([[], wrong.length, ['number']]);
    expect(repaired).toContainEqual(expect.objectContaining({ expected: { publishDate: today() } }));
  });

  test('reports a missing employer that has keys or a description, and does not recreate it', async () => {
    const acme = await employerWithJobs();
    await hand.put({ ...accountKeys.about(acme.id + 1_000), about: '<p>We bake.</p>' });
    expect(kindsOf((await verified(false)).findings)).toContain('employer');
    await hand.delete(accountKeys.employer(acme.id));
    const { findings, repaired } = await verified(true, acme.id);
    expect([kindsOf(findings), kindsOf(repaired)]).toEqual([['employer'], []]);
  });

  test('reports nothing when DynamoDB has deleted only some of the expired items', async () => {
    const { employer, id, jobs } = await employerWithJobs();
    const [job = { id: 0, title: '', referenceId: null }] = jobs;
    await applicationsInTable(service.db).create(employer, job, { keptSeconds: 0 });
    await hand.delete(applicationKeys.application(id, 3));
    await applicationsInTable(service.db).create(employer, job, { keptSeconds: 0 });
    await hand.delete(applicationKeys.jobApplication(id, job.id, 4));
    const applications = { queued: 1, held: 1 };
    expect(await verified(true, id)).toMatchObject({ applications, findings: [], repaired: [] });
  });

  test('refuses to repair the table or one employer when the local clock is behind', async () => {
    const acme = await employerWithJobs();
    const before = await acme.seen();
    const present = Date.now();
    for (const scope of [undefined, acme.id]) {
      setClock(present - 25 * 60 * 60 * 1_000);
      const behind = 'set it, and repair then. Nothing was repaired.';
      await expect(verified(true, scope)).rejects.toThrow(behind);
      setClock(present + 2 * 25 * 60 * 60 * 1_000);
      expect((await verified(true, scope)).repaired).toEqual([]);
    }
    jest.useRealTimers();
    expect(await acme.seen()).toEqual(before);
  });

  test('reads up to 50 employers in parallel', async () => {
    const profile = { name: 'Acme', plan: 'standard' };
    for (let id = 1; id <= 60; id += 1) await hand.put({ ...accountKeys.employer(id), id, ...profile });
    let [inFlight, most] = [0, 0];
    client.middlewareStack.add((next) => async (args) => {
      most = Math.max(most, (inFlight += 1));
      return next(args).finally(() => (inFlight -= 1));
    });
    expect((await verified()).checked.employers).toBe(60);
    expect(most).toBe(50);
  });

  test('ignores unknown kinds of items', async () => {
    const { employer } = await service.newEmployer();
    await hand.put({ ...idempotencyKeys.record(accountKeys.employer(employer.id), '1') });
    await hand.put({ ...idempotencyKeys.record(applicationKeys.applicationNumbers(employer.id), '1') });
    await hand.put({ ...accountKeys.rateLimit('0'), fullAt: 1 });
    await hand.put({ ...jobKeys.job(employer.id, 999_999_998), [timeToLive]: 1 });
    expect((await verified()).findings).toEqual([]);
  });
});
