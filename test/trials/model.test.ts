import { afterAll, afterEach, expect, jest, test } from '@jest/globals';
import * as fc from 'fast-check';
import { jobIdOf } from '../../functions/jobs/keys.ts';
import { accountKeys } from '../../functions/accounts/keys.ts';
import type { JobStatus } from '../../schemas/job.ts';
import { setLastPosition } from '../setup/employers-in-table.ts';
import { setClock } from '../setup/clock.ts';
import { startFaultyStore } from '../setup/faulty-store.ts';
import type { ChooseLag } from '../setup/lagging-indexes.ts';
import { seededRandom } from '../setup/random.ts';
import type { Client } from '../setup/http-client.ts';
import { startService } from '../setup/service.ts';
import { ask, modelJob, type ClientOperation } from '../model/ask.ts';
import { audit } from '../model/audit.ts';
import { lagsByChance } from '../model/fault-mix.ts';
import { folding } from '../model/folding.ts';
import { afterAnswer, step, type Jobs, type ModelJob } from '../model/jobs-model.ts';

const RUNS = 15;
const COMMANDS = 40;

/** The number of jobs of each employer at the start. */
const FIRST_JOBS = 4;

/** The last positions before the first jobs: the fourth job starts a new chunk, or segment, of the status map. */
const LAST_POSITIONS = [2_364, 94_716] as const;

/** The number of pages that are read from a list. */
const PAGES = 3;

const MILLIS = 120_000;
const FIRST_DAY = Date.parse('2026-05-01T12:00:00Z');
const DAY_MILLIS = 24 * 60 * 60 * 1_000;

const store = await startFaultyStore();
const service = await startService();
let chooseLag: ChooseLag = () => undefined;
await store.lagIndexes(() => chooseLag());
const maps = folding();

afterEach(() => {
  jest.useRealTimers();
  store.reset();
});
afterAll(maps.close);

/** The real service, with the clients of two employers. */
interface Real {
  employers: { id: number; client: Client }[];
}

/** The jobs of each employer, and the ids of all current and former jobs. */
interface Model {
  jobs: Jobs[];
  ids: number[];
  /** The time of the next request. Each request is sent on a new day, so that a job can always be refreshed. */
  now: number;
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The expected jobs of a list, newest first. */
const listed = (jobs: Jobs, { q, status }: { q: string; status: JobStatus | '' }) =>
  jobs
    .filter((job) => status === '' || job.status === status)
    .filter((job) => fold(`${job.title}\n${job.referenceId ?? ''}`).includes(fold(q)))
    .toReversed();

/** The employer with this index of a command. */
function employerOf({ employers }: Real, who: number) {
  const employer = employers[who];
  if (!employer) throw new Error('There is no such employer.');
  return employer;
}

type OperationFactory = (ids: readonly number[]) => ClientOperation;

type Command = fc.AsyncCommand<Model, Real>;

/** A command that is always possible. */
const alwaysPossible = (perform: Command['run'], toString: () => string): Command => ({
  check: () => true,
  run: perform,
  toString,
});

/** An operation of an employer. The response must be the one of the model. */
function requestOf(who: number, factory: OperationFactory): Command {
  let text = '';
  return alwaysPossible(
    async (model, real) => {
      setClock((model.now += DAY_MILLIS));
      const operation = factory(model.ids);
      text = JSON.stringify(operation);
      const before = model.jobs[who] ?? [];
      const outcome = await ask(employerOf(real, who).client, operation);
      const after = typeof outcome === 'string' ? undefined : afterAnswer(before, operation, outcome);
      if (!after) {
        const expected = step(before, operation).answer;
        throw new Error(JSON.stringify({ operation, before, outcome, expected }));
      }
      model.jobs[who] = after;
      model.ids = [...new Set([...model.ids, ...after.flatMap(({ id }) => id ?? [])])];
    },
    () => `${who} ${text}`,
  );
}

/** The jobs of an employer whose current state the indexes do not show. */
const lateOf = (employerId: number): Set<number> =>
  new Set(
    store
      .lateJobs()
      .map((key) => key.split(' ') as [PK: string, SK: string])
      .filter(([PK]) => PK === accountKeys.employer(employerId).PK)
      .map(([, SK]) => jobIdOf({ SK })),
  );

/** The late jobs in searches of this day, by employer: a container may miss them for half an hour. */
const lateInSearches = new Map<string, Set<number>>();

function lateFor(employerId: number, { q, day }: { q: string; day: number }): Set<number> {
  const late = lateOf(employerId);
  if (q === '') return late;
  const name = `${employerId} ${day}`;
  const lateJobs = lateInSearches.get(name) ?? new Set();
  for (const id of late) lateJobs.add(id);
  lateInSearches.set(name, lateJobs);
  return lateJobs;
}

/**
 * Whether a page shows, in order, the jobs that it should, those aside that are late. Each of these takes up a place or
 * leaves one, so a page begins earlier by as many jobs at most; it also takes up two where the index shows it twice.
 */
function isPage(
  shown: readonly ModelJob[],
  jobs: readonly ModelJob[],
  { page, pageSize, late }: { page: number; pageSize: number; late: ReadonlySet<number> },
): boolean {
  const onTime = (job: ModelJob) => !late.has(job.id ?? 0);
  const [onTimeJobs, all] = [shown.filter(onTime), jobs.filter(onTime)];
  const end = (page - 1) * pageSize;
  const starts = all.map((_, index) => index).filter((index) => index <= end && index >= end - late.size);
  return [...starts, end].some((start) => {
    const wanted = Math.min(pageSize, Math.max(0, all.length - start)) - 2 * late.size;
    const same = all.slice(start, start + onTimeJobs.length);
    return (
      onTimeJobs.length >= wanted &&
      JSON.stringify(onTimeJobs.map(modelJob)) === JSON.stringify(same.map(modelJob))
    );
  });
}

interface ListQuery {
  q: string;
  status: JobStatus | '';
  pageSize: number;
}

/** Reads a page of a list. Throws when it shows other jobs than it should. */
async function readPage(
  { id, client }: Real['employers'][number],
  expected: Jobs,
  { page, day, query }: { page: number; day: number; query: ListQuery },
) {
  const { q, status: filter, pageSize } = query;
  const parameters = new URLSearchParams({ page: String(page), pageSize: String(pageSize), q });
  if (filter !== '') parameters.set('status', filter);
  const before = lateFor(id, { q, day });
  const reply = await client.get(`/jobs?${parameters.toString()}`);
  const late = new Set([...before, ...lateFor(id, { q, day })]);
  expect(reply.status).toBe(200);
  const { data, paging } = reply.body as { data: ModelJob[]; paging: { total: number } };
  // Only a list with q counts jobs by an index, whose total may lag.
  expect(Math.abs(paging.total - expected.length)).toBeLessThanOrEqual(q === '' ? 0 : late.size);
  expect(data.length).toBeLessThanOrEqual(pageSize);
  expect(new Set(data.map((job) => job.id)).size).toBe(data.length);
  if (isPage(data, expected, { page, pageSize, late })) return;
  const details = { query, page, late: [...late], data: data.map(modelJob), expected };
  throw new Error(`A list shows other jobs than it should: ${JSON.stringify(details)}`);
}

/** Reads the first pages of a list, one after another. */
const listOf = (who: number, query: ListQuery) =>
  alwaysPossible(
    async (model, real) => {
      const expected = listed(model.jobs[who] ?? [], query);
      const { now: day } = model;
      for (let page = 1; page <= PAGES; page += 1)
        await readPage(employerOf(real, who), expected, { page, day, query });
    },
    () => `${who} list ${JSON.stringify(query)}`,
  );

/** Folds the status map, which must not change a response, even if the fold crashes midway. */
const foldOf = (who: number, crash: Parameters<typeof maps.fold>[1]) =>
  alwaysPossible(
    async (_, real) => void (await maps.fold(employerOf(real, who).id, crash)),
    () => `${who} fold ${JSON.stringify(crash)}`,
  );

const anyEmployer = fc.nat({ max: 1 });
const status = fc.constantFrom<JobStatus>('active', 'archived', 'draft');
const referenceId = fc.constantFrom('R-1', 'R-2', 'r-2', 'Ré 3');
const title = fc.constantFrom('Baker', 'Boulangère', 'CHEF', 'Cook R-1', 'ß');
const content = fc.record({ title, status, confidential: fc.boolean() }, { requiredKeys: ['title'] });
const fields = fc.record(
  { title, status, confidential: fc.boolean(), referenceId: fc.option(referenceId) },
  { requiredKeys: [] },
);

/** An operation on a current or former job of either employer, or on a job that never existed. */
const ofAJob = (operation: (id: number) => ClientOperation, nth: number): OperationFactory => {
  return (ids) => operation(ids.length === 0 ? 2_147_483_647 : (ids[nth % ids.length] ?? 0));
};

const refresh: fc.Arbitrary<OperationFactory> = fc
  .nat()
  .map((nth) => ofAJob((id) => ({ kind: 'refresh', id }), nth));

const requests: fc.Arbitrary<OperationFactory>[] = [
  // Refreshes are more frequent, because only they move a job in the list.
  ...Array.from({ length: 3 }, () => refresh),
  fc.record({ fields: content, referenceId: fc.option(referenceId) }).map((wanted) => () => ({
    kind: 'create',
    fields: { ...wanted.fields, referenceId: wanted.referenceId },
  })),
  fc.record({ referenceId, fields: content }).map((wanted) => () => ({ kind: 'upsert', ...wanted })),
  fc
    .tuple(fc.nat(), fields)
    .map(([nth, changes]) => ofAJob((id) => ({ kind: 'update', id, fields: changes }), nth)),
  fc.nat().map((nth) => ofAJob((id) => ({ kind: 'get', id }), nth)),
  fc.nat().map((nth) => ofAJob((id) => ({ kind: 'delete', id }), nth)),
  referenceId.map((named) => () => ({ kind: 'deleteByReference', referenceId: named })),
];

const lists = fc
  .tuple(
    anyEmployer,
    fc.record({
      q: fc.constantFrom('', '', '', 'ba', 'ba', 'BOULANGERE', 'r-', 'é', '-1', 'x'),
      status: fc.constantFrom<JobStatus | ''>('', '', 'active', 'archived', 'draft'),
      pageSize: fc.integer({ min: 1, max: 5 }),
    }),
  )
  .map((row) => listOf(...row));

const crash = fc.option(fc.record({ calls: fc.integer({ min: 1, max: 12 }), arrives: fc.boolean() }), {
  nil: undefined,
});
const folds = fc.tuple(anyEmployer, crash).map((row) => foldOf(...row));

const commands = fc.commands(
  [
    ...requests.map((request) => fc.tuple(anyEmployer, request).map((row) => requestOf(...row))),
    // Lists are more frequent, because a list shows the effects of many requests.
    ...Array.from({ length: 5 }, () => lists),
    ...Array.from({ length: 2 }, () => folds),
  ],
  { maxCommands: COMMANDS, size: 'max' },
);

async function twoEmployers(): Promise<Real> {
  const employers = await Promise.all(
    LAST_POSITIONS.map(async (lastPosition) => {
      const client = await service.newEmployer();
      await setLastPosition(service.db, client.employer.id, lastPosition);
      return { id: client.employer.id, client };
    }),
  );
  return { employers };
}

const createBaker: OperationFactory = () => ({ kind: 'create', fields: { title: 'Baker' } });

/** Runs commands as two employers on lagging indexes, and finally compares all jobs with the model. */
async function run(sequence: Iterable<Command>, lags: number): Promise<void> {
  const real = await twoEmployers();
  chooseLag = lagsByChance(seededRandom(lags));
  const model: Model = { jobs: [[], []], ids: [], now: FIRST_DAY };
  for (let count = 0; count < FIRST_JOBS; count += 1) {
    for (const index of [0, 1]) await requestOf(index, createBaker).run(model, real);
  }
  await fc.asyncModelRun(() => ({ model, real }), sequence);
  await store.settled();
  for (const [index, { id, client }] of real.employers.entries()) {
    expect((await audit(client, id, [])).toReversed()).toEqual(model.jobs[index]);
  }
}

test(
  'Any sequence of operations of two employers is answered as the model predicts',
  async () => {
    // A time limit of fast-check would interrupt a sequence, which would go on after the test.
    const lastBegin = performance.now() + MILLIS / 4;
    const property = fc.asyncProperty(commands, fc.integer(), async (sequence, lags) => {
      if (performance.now() < lastBegin) await run(sequence, lags);
    });
    await fc.assert(property, { seed: jest.getSeed(), numRuns: RUNS });
  },
  MILLIS,
);
