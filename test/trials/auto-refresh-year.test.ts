import { isTombstone } from '../../functions/platform/dynamodb/tombstone.ts';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, jest, test } from '@jest/globals';
import type { Plan } from '../../functions/accounts/domain/employer.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import type { Job, ContentWithLocationIds } from '../../functions/jobs/job/job.ts';
import { fromItem } from '../../functions/jobs/job/job-item.ts';
import { refreshQueue } from '../../functions/jobs/refresh/refresh-queue.ts';
import { refreshDueJobs } from '../../functions/jobs/refresh/refresh-run.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { jobKeys, refreshShardOf } from '../../functions/jobs/keys.ts';
import { addDays, type CalendarDate } from '../../functions/platform/time/calendar.ts';
import { crashing } from '../model/crashing-client.ts';
import { lagsByChance } from '../model/fault-mix.ts';
import { difference, refreshModel, shouldRefresh, type ModelJob } from '../model/refresh-model.ts';
import { startFaultyStore } from '../setup/faulty-store.ts';
import { jobsInTable } from '../setup/jobs-in-table.ts';
import { ownTable } from '../setup/own-table.ts';
import { randomChooser, seededRandom } from '../setup/random.ts';

// A separate table, because auto-refresh handles the jobs of all employers.
await ownTable();
const store = await startFaultyStore();
const client = createDocumentClient();
afterAll(() => client.destroy());

const FIRST_DAY: CalendarDate = '2027-06-15';
const DAYS = 366;

const EMPLOYERS = 4;
const JOBS = 30;

/** How often each event happened, because a simulation without events proves nothing. */
const nothing = {
  refreshed: 0,
  edits: 0,
  planChanges: 0,
  crashes: 0,
  cutShort: 0,
  doubleRuns: 0,
  idleDays: 0,
};

/**
 * A year of auto-refresh on a real engine, whose indexes may lag, with random edits, plan changes, days without a run,
 * and runs that crash, are interrupted, or run twice at once and during edits. Compares every job and version with the
 * model every week and after each partial run, and throws at the first difference.
 */
async function simulateYear(random: () => number) {
  const chance = (probability: number) => random() < probability;
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = randomChooser(random);

  const tableName = process.env['TABLE_NAME'] ?? '';
  const dbOf = (from: DynamoDBDocumentClient) =>
    database({ client: from, tableName, remainingMillis: () => Infinity });
  const db = dbOf(client);
  const jobs = jobsInTable(db);
  const plans = new Map<number, Plan>();
  const model = new Map<number, ModelJob>();
  const happened = { ...nothing };
  let today = FIRST_DAY;

  const fail = (what: string): never => {
    throw new Error(`On ${today}: ${what}.`);
  };

  async function create() {
    const fields: Partial<ContentWithLocationIds> = {
      closeDate: chance(0.5) ? null : '2031-01-31',
      autoRefresh: chance(0.8),
      status: pick(['active', 'active', 'active', 'draft', 'archived']),
    };
    // The first employer gets half of all jobs.
    const employerIds = [...plans.keys()];
    const employerId = chance(0.5) ? (employerIds[0] as number) : pick(employerIds);
    const job = await jobs.create(employerId, today, fields);
    model.set(job.id, { ...job, employerId });
  }

  /** Makes a random change to a job as the employer. */
  async function edit(job: ModelJob) {
    happened.edits += 1;
    const change: Partial<ModelJob> = pick<() => Partial<ModelJob>>([
      () => ({ status: pick(['active', 'active', 'draft', 'archived']) }),
      () => ({ autoRefresh: chance(0.7) }),
      () => ({ title: `Baker ${below(1_000)}` }),
      () => ({}),
    ])();
    const isChange = Object.entries(change).some(([name, value]) => job[name as 'title'] !== value);
    Object.assign(job, change);
    if (isChange) job.version += 1;
    await jobs.update(job.employerId, job.id, (current) => Promise.resolve({ ...current, ...change }));
  }

  async function editAny() {
    const job = pick([...model.values()]);
    const what = random();
    if (what < 0.1) {
      happened.edits += 1;
      await jobs.delete(job.employerId, job.id);
      model.delete(job.id);
      await create();
    } else if (what < 0.2) {
      happened.edits += 1;
      await jobs.refresh(job.employerId, job.id, today);
      if (job.publishDate !== today) refreshModel(job, today);
    } else await edit(job);
  }

  async function changePlan() {
    const employerId = pick([...plans.keys()]);
    const plan: Plan = chance(0.6) ? 'unlimited' : 'standard';
    happened.planChanges += 1;
    plans.set(employerId, plan);
    await employerStore(db).update(employerId, { plan });
    if (plan === 'unlimited') await refreshQueue(db).bringBack(employerId, () => undefined);
  }

  const run = (shard: number, from = client, remainingMillis = () => Infinity) =>
    refreshDueJobs(dbOf(from), {
      shard,
      today,
      now: () => new Date(),
      remainingMillis,
      onFailure: () => undefined,
    });

  /** Runs auto-refresh in a process that crashes midway; its writes before the crash remain. */
  async function crash(shard: number) {
    happened.crashes += 1;
    await run(shard, crashing(client, { calls: 1 + below(60), arrives: chance(0.5) })).catch(() => undefined);
  }

  async function cutShort(shard: number) {
    happened.cutShort += 1;
    let looks = 1 + below(3);
    await run(shard, client, () => ((looks -= 1) < 0 ? 0 : Infinity));
  }

  const jobsOf = async (employerId: number): Promise<Map<number, Job>> => {
    const { PK, SK } = jobKeys.job(employerId, 0);
    const items = await db.query({
      KeyConditionExpression: 'PK = :PK AND begins_with(SK, :prefix)',
      ExpressionAttributeValues: { ':PK': PK, ':prefix': SK.slice(0, -1) },
      ConsistentRead: true,
    });
    const stored = items.filter((item) => !isTombstone(item)).map(fromItem);
    return new Map(stored.map((job) => [job.id, job]));
  };

  /** Updates the model after a partial run: each due job was refreshed at most once, and no other job. */
  async function adopt(wasDue: ReadonlySet<number>) {
    for (const employerId of plans.keys()) {
      const stored = await jobsOf(employerId);
      for (const job of model.values()) {
        if (job.employerId !== employerId) continue;
        if (wasDue.has(job.id) && stored.get(job.id)?.publishDate === today && job.publishDate !== today) {
          refreshModel(job, today);
          happened.refreshed += 1;
        }
        const wrong = difference(job, stored.get(job.id));
        if (wrong !== undefined) fail(wrong);
      }
      const inModel = [...model.values()].filter((job) => job.employerId === employerId).length;
      if (stored.size !== inModel) fail(`${stored.size} jobs are stored and should be ${inModel}`);
    }
  }

  const due = () =>
    [...model.values()].filter((job) => shouldRefresh(job, plans.get(job.employerId) ?? 'standard', today));

  const dueIds = () => new Set(due().map(({ id }) => id));

  for (let n = 0; n < EMPLOYERS; n += 1) {
    const plan: Plan = n % 3 === 2 ? 'standard' : 'unlimited';
    const { employer } = await employerStore(db).create({ name: `Employer ${n}`, plan }, new Date(0));
    plans.set(employer.id, plan);
  }
  const shards = new Set([...plans.keys()].map(refreshShardOf));

  for (let day = 0; day < DAYS; day += 1) {
    today = addDays(FIRST_DAY, day);
    // All employers post their first jobs in the first two weeks.
    while (model.size < Math.min(JOBS, Math.ceil((JOBS * (day + 1)) / 14))) await create();
    const busy = Math.ceil(JOBS / 100);
    for (let n = 0; n < busy; n += 1) await editAny();
    if (chance(0.05)) await changePlan();
    const kind = random();
    if (kind < 0.1) {
      happened.idleDays += 1;
    } else if (kind < 0.2) {
      // On this day no run completes; the next day continues from the resulting state.
      const before = dueIds();
      for (const shard of shards) await (chance(0.5) ? crash(shard) : cutShort(shard));
      await adopt(before);
    } else if (kind < 0.3) {
      const before = dueIds();
      happened.doubleRuns += 1;
      const edited = due().filter(() => chance(0.2));
      await Promise.all([
        ...[...shards, ...shards].map((shard) => run(shard)),
        ...edited.map((job) => edit(job)),
      ]);
      await adopt(before);
    } else {
      if (chance(0.3)) for (const shard of shards) await crash(shard);
      // Before the run, the indexes catch up with all earlier writes; they lag behind the writes of the run.
      await store.settled();
      const before = due();
      for (const job of before) refreshModel(job, today);
      happened.refreshed += before.length;
      for (const shard of shards) await run(shard);
      if (chance(0.3)) for (const shard of shards) await run(shard);
    }
    // Versions count every change, so a difference of one day is still seen at the end of its week.
    if (day % 7 === 6) await adopt(new Set());
  }

  // A final run refreshes all due jobs.
  today = addDays(today, 7);
  for (const employerId of plans.keys()) {
    plans.set(employerId, 'unlimited');
    await employerStore(db).update(employerId, { plan: 'unlimited' });
    await refreshQueue(db).bringBack(employerId, () => undefined);
  }
  await store.settled();
  for (const job of due()) refreshModel(job, today);
  for (const shard of shards) await run(shard);
  await adopt(new Set());
  return happened;
}

test(
  'Auto-refresh refreshes every due job exactly once in a year of edits, plan changes, crashes, double runs and index lag',
  async () => {
    const seed = jest.getSeed();
    await store.lagIndexes(lagsByChance(seededRandom(seed)));
    const happened = await simulateYear(seededRandom(seed));
    for (const times of Object.values(happened)) expect(times).toBeGreaterThan(0);
    expect(happened.refreshed).toBeGreaterThan(20);
  },
  // A year takes half a minute on a quiet machine.
  3_600_000,
);
