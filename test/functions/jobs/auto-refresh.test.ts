import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { addDays } from '../../../functions/platform/time/calendar.ts';
import type { Plan } from '../../../functions/accounts/domain/employer.ts';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { refreshQueue } from '../../../functions/jobs/refresh/refresh-queue.ts';
import { readCompleteStatusMap } from '../../../functions/jobs/lists/read-status-map.ts';
import { beginningWith } from '../../../functions/platform/dynamodb/sort-keys.ts';
import { accountKeys } from '../../../functions/accounts/keys.ts';
import { jobKeys, jobPrefixes, REFRESH_SHARDS, refreshShardOf } from '../../../functions/jobs/keys.ts';
import { jobsInTable } from '../../setup/jobs-in-table.ts';
import { aJob } from '../../setup/a-job.ts';
import { setLastPosition } from '../../setup/employers-in-table.ts';
import { setClock } from '../../setup/clock.ts';
import { loggedLines } from '../../setup/logged-lines.ts';
import { ownService } from '../../setup/own-service.ts';

// Runs of auto-refresh work on the jobs of all employers.
// The handlers are loaded by the first request and read their settings then.
process.env['TIME_ZONE'] = 'America/Toronto';
const service = await ownService();
const employers = employerStore(service.db);
const now = () => new Date();
const bringBack = (id: number) => refreshQueue(service.db).bringBack(id, () => undefined);

/** Deletes the jobs of a test, which later runs would refresh. */
const cleanUp: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  jest.useRealTimers();
  for (const each of cleanUp.splice(0)) await each();
});

const DAY_0 = '2026-05-01';

/** Sets the clock to noon in Toronto, `day` days after day 0. */
const setDay = (day: number) => setClock(`${addDays(DAY_0, day)}T16:00:00Z`);
const dateOnDay = (day: number) => addDays(DAY_0, day);

/** The items of an employer's jobs. */
function jobItems(employerId: number) {
  const { from, to } = beginningWith(jobPrefixes.job);
  return service.db.query({
    KeyConditionExpression: 'PK = :PK AND SK BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':PK': accountKeys.employer(employerId).PK, ':from': from, ':to': to },
  });
}

/** Deletes the jobs of an employer from the table; its lists are wrong afterwards. */
async function deleteJobs(employerId: number) {
  for (const { PK, SK } of await jobItems(employerId)) await service.db.delete({ Key: { PK, SK } });
}

/** An employer on day 0. */
async function anEmployer(plan: Plan = 'unlimited') {
  setDay(0);
  const client = await service.newEmployer({ plan });
  const { employer } = client;
  cleanUp.push(() => deleteJobs(employer.id));
  return {
    ...client,
    client,
    post: async (fields: object = {}) =>
      (await client.post('/jobs', aJob({ autoRefresh: true, status: 'active', ...fields }))).body,
    /** Jobs with auto-refresh, posted one after the other, oldest first. */
    postMany: async (count: number) => {
      const ids: number[] = [];
      while (ids.length < count) ids.push((await jobsInTable(service.db).create(employer.id, DAY_0)).id);
      return ids;
    },
    put: async (id: number, fields: object) => (await client.put(`/jobs/${id}`, fields)).body,
    publishDate: async (id: number) => (await client.get(`/jobs/${id}`)).body.publishDate,
    ids: async (query = '') =>
      (await client.get(`/jobs${query}`)).body.data.map(({ id }: { id: number }) => id),
    run: (millis?: number) => service.runAutoRefresh(employer, millis),
    /** Does the same as `npm run admin -- employer update --plan`. */
    changePlan: async (to: Plan) => {
      await employers.update(employer.id, { plan: to });
      return to === 'unlimited' ? bringBack(employer.id) : undefined;
    },
  };
}

type Acme = Awaited<ReturnType<typeof anEmployer>>;

const emptyRun = { due: 0, refreshed: 0, parked: 0, waiting: 0, failed: 0, finished: true, lag: 0 };

/** A change of a job by its employer. */
const put = (fields: object) => (acme: Acme, id: number) => acme.client.put(`/jobs/${id}`, fields);

describe('auto-refresh', () => {
  test('refreshes a job on the seventh day after publishDate, not earlier, and then every seven days', async () => {
    const acme = await anEmployer();
    const { id } = await acme.post();
    const dates = [];
    // The run of day 30 is late: it refreshes once, with the date of its day.
    for (const day of [6, 7, 13, 14, 30, 36, 37]) {
      setDay(day);
      await acme.run();
      dates.push(await acme.publishDate(id));
    }
    expect(dates).toEqual([0, 7, 7, 14, 30, 30, 37].map(dateOnDay));
  });

  test('moves jobs to the top of the lists in their previous order', async () => {
    const acme = await anEmployer();
    const [a, b, c, d] = [
      await acme.post(),
      await acme.post({ autoRefresh: false }),
      await acme.post(),
      await acme.post({ autoRefresh: false, status: 'draft' }),
    ].map(({ id }) => id);
    setDay(3);
    const e = (await acme.post({ autoRefresh: false })).id;
    setDay(7);
    await acme.run();
    expect(await acme.ids()).toEqual([c, a, e, d, b]);
    expect(await acme.ids('?status=active&pageSize=2&page=2')).toEqual([e, b]);
    expect(await acme.ids('?q=software&pageSize=3')).toEqual([c, a, e]);
  });

  test('keeps the order when the queue is read in several pages', async () => {
    const acme = await anEmployer();
    const posted = (await acme.postMany(101)).toReversed();
    setDay(7);
    expect(await acme.run()).toEqual({ ...emptyRun, due: 101, refreshed: 101 });
    const pages = [await acme.ids('?pageSize=100'), await acme.ids('?pageSize=100&page=2')];
    expect(pages.flat()).toEqual(posted);
  });

  const isDue = { ...emptyRun, due: 1, refreshed: 1 };

  test.each<[string, object, (acme: Acme, id: number) => Promise<unknown>, object]>([
    ['active again', { status: 'draft' }, put({ status: 'active' }), isDue],
    ['turned on', { autoRefresh: false }, put({ autoRefresh: true }), isDue],
    ['given another title', {}, put({ title: 'Baker' }), isDue],
    ['archived', {}, put({ status: 'archived' }), emptyRun],
    ['turned off', {}, put({ autoRefresh: false }), emptyRun],
    ['deleted', {}, (acme, id) => acme.client.delete(`/jobs/${id}`), emptyRun],
    ['refreshed by hand', {}, (acme, id) => acme.client.post(`/jobs/${id}/refresh`, undefined), emptyRun],
  ])('follows a change of a job in the next run: %s after nine days', async (_, fields, change, expected) => {
    const acme = await anEmployer();
    const { id } = await acme.post(fields);
    setDay(9);
    await change(acme, id);
    expect(await acme.run()).toEqual(expected);
  });
});

/** Reasons why auto-refresh ends, each with the function that starts auto-refresh again. */
const ends: [string, (acme: Acme) => Promise<unknown>, (acme: Acme) => Promise<number | undefined>][] = [
  ['the plan changes', (acme) => acme.changePlan('standard'), (acme) => acme.changePlan('unlimited')],
  [
    'the employer is suspended',
    ({ employer }) => employers.suspend(employer.id, now()),
    async ({ employer }) => {
      await employers.resume(employer.id);
      return bringBack(employer.id);
    },
  ],
];

describe.each(ends)('auto-refresh ends when %s', (_, end, begin) => {
  test('the next run removes the job from the queue, and the job is queued again when auto-refresh starts again', async () => {
    const acme = await anEmployer();
    const { id } = await acme.post();
    await acme.post({ status: 'draft' });
    await end(acme);
    setDay(7);
    expect(await acme.run()).toEqual({ ...emptyRun, due: 1, parked: 1 });
    setDay(8);
    expect(await acme.run()).toEqual(emptyRun);
    expect([await begin(acme), await begin(acme)]).toEqual([1, 0]);
    expect(await acme.publishDate(id)).toBe(DAY_0);
    expect(await acme.run()).toEqual({ ...emptyRun, due: 1, refreshed: 1 });
    expect(await acme.publishDate(id)).toBe(dateOnDay(8));
  });

  test('a run parks a job that it read earlier, and a job without a reserved position waits for the next run', async () => {
    const acme = await anEmployer();
    const { id } = await acme.post();
    setDay(7);
    const queue = refreshQueue(service.db);
    const [job] = await queue.dueJobs(acme.employer.id, [id], dateOnDay(7));
    const position = await queue.places(acme.employer.id, dateOnDay(7), 1);
    const at = { today: dateOnDay(7), now };
    await end(acme);
    expect(await queue.refreshOrPark(acme.employer.id, job!, { ...at, place: position })).toBe('parked');
    await begin(acme);
    expect(await acme.publishDate(id)).toBe(DAY_0);
    const late = await queue.refreshOrPark(acme.employer.id, job!, { ...at, place: undefined });
    expect(late).toBe('waiting');
    expect(await acme.run()).toEqual({ ...emptyRun, due: 1, refreshed: 1 });
  });
});

test('a change of a parked job puts it back into the queue', async () => {
  const acme = await anEmployer('standard');
  const { id } = await acme.post();
  setDay(7);
  expect(await acme.run()).toEqual({ ...emptyRun, due: 1, parked: 1 });
  await acme.put(id, { title: 'Baker' });
  await employers.update(acme.employer.id, { plan: 'unlimited' });
  expect(await acme.run()).toEqual({ ...emptyRun, due: 1, refreshed: 1 });
});

describe('a run', () => {
  test('leaves the remaining jobs to the next run when it is interrupted, and reports how many days late they are', async () => {
    const acme = await anEmployer();
    await acme.post();
    setDay(10);
    expect(await acme.run(59_000)).toEqual({ ...emptyRun, finished: false, lag: 3 });
    expect(await acme.run()).toEqual({ ...emptyRun, due: 1, refreshed: 1 });
  });

  test('refreshes only its own shard, and every employer belongs to exactly one shard', async () => {
    const shared = [];
    for (let n = 0; n < REFRESH_SHARDS; n += 1) shared.push(await anEmployer());
    const shards = shared.map(({ employer }) => refreshShardOf(employer.id));
    expect(new Set(shards)).toEqual(new Set(Array.from({ length: REFRESH_SHARDS }, (_, shard) => shard)));
    for (const each of shared) await each.post();
    setDay(7);
    for (const each of shared) expect(await each.run()).toEqual({ ...emptyRun, due: 1, refreshed: 1 });
  });

  test('throws for a shard that does not exist', async () => {
    const { handler } = await import('../../../functions/jobs/refresh-due-jobs.ts');
    for (const shard of [-1, 8, 1.5, '1', undefined])
      await expect(handler({ shard } as never, {} as never)).rejects.toThrow('from 0 to 7');
  });

  test('logs one line with its results and its cost: about 16 write units and 1 read unit for each job', async () => {
    const acme = await anEmployer();
    await acme.postMany(10);
    const [line, ...others] = await loggedLines(() => {
      setDay(7);
      return acme.run();
    });
    expect(others).toEqual([]);
    expect(line).toMatchObject({ level: 'INFO', operation: 'refreshDueJobs', shard: expect.any(Number) });
    const run = { milliseconds: expect.any(Number), ...emptyRun, due: 10, refreshed: 10 };
    // Calls: the queue, the plan, the jobs, the positions, and one transaction for each job.
    expect(line).toMatchObject({ ...run, calls: 1 + 1 + 1 + 1 + 10, readUnits: 0.5 + 1 + 10 });
    // DynamoDB Local counts index writes differently.
    if (process.env['EMBEDDED_ENGINE']) expect(line).toMatchObject({ writeUnits: 1 + 10 * 16 });
  });
});

test.each([
  ['to another digit of its number', 64, { n0: 10 }],
  ['to the next number', 64 * 37, { n0: 0, n1: 1 }],
])(
  'a job that moves within one leaf of the status map appears only at its new position: %s',
  async (_, lastPosition, numbers) => {
    const acme = await anEmployer();
    await acme.post();
    await setLastPosition(service.db, acme.employer.id, lastPosition);
    setDay(7);
    await acme.run();
    const { leaves } = await readCompleteStatusMap(service.db, acme.employer.id);
    expect(leaves.map(({ attributes }) => attributes)).toEqual([
      { ...jobKeys.statusLeaf(acme.employer.id, 1), a: 1, ...numbers },
    ]);
  },
);
