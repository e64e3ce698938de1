import { afterAll, expect, jest, test } from '@jest/globals';
import { createGateway } from '../../bin/local/gateway.ts';
import { accountKeys } from '../../functions/accounts/keys.ts';
import type { JobStatus } from '../../schemas/job.ts';
import { setLastPosition } from '../setup/employers-in-table.ts';
import { setClock } from '../setup/clock.ts';
import { startFaultyStore } from '../setup/faulty-store.ts';
import { randomChooser, seededRandom } from '../setup/random.ts';
import { createHttpClient, type Client } from '../setup/http-client.ts';
import { startService } from '../setup/service.ts';
import { ask, askBatch, canBeInBatch, type ClientOperation } from '../model/ask.ts';
import { audit } from '../model/audit.ts';
import { faultsByChance, lagsByChance } from '../model/fault-mix.ts';
import { folding } from '../model/folding.ts';
import type { Fields } from '../model/jobs-model.ts';
import { isLinearizable, type Event } from '../model/linearizable.ts';

/** The number of operations; `npm run soak` runs more. */
const OPERATIONS = Number(process.env['SOAK_OPERATIONS'] ?? 1_000);

/** The operations or batches of each client. The clients of a group compete for a few jobs and referenceIds of an employer. */
const OPERATIONS_OF_A_CLIENT = 5;
const CLIENTS_OF_A_GROUP = 3;
const GROUPS = Math.ceil(OPERATIONS / (CLIENTS_OF_A_GROUP * OPERATIONS_OF_A_CLIENT));

/** The number of groups that run at the same time. */
const WIDTH = 16;

/** The time limit of some requests: the store reserves 1,500 ms for the response, so 60 ms are left for retries. */
const HURRIED_MILLIS = 1_560;

const store = await startFaultyStore({ limits: true });
const service = await startService({ mayFail: true });
await store.lagIndexes(lagsByChance(seededRandom(jest.getSeed())));
const { fold, close } = folding(4_000);
// This gateway has the time limit of AWS, unlike those of other suites.
const gateway = createGateway();
const hurriedGateway = createGateway({ functionMillis: HURRIED_MILLIS });
const origins = await Promise.all(
  [gateway, hurriedGateway].map(async (each) => `http://127.0.0.1:${await each.listen(0)}`),
);

afterAll(async () => {
  jest.useRealTimers();
  close();
  await Promise.all([gateway.close(), hurriedGateway.close()]);
});

const seed = jest.getSeed();
const random = seededRandom(seed);
const oneOf = randomChooser(random);

const statuses: readonly JobStatus[] = ['active', 'archived', 'draft'];

let titles = 0;

/** Chooses the next operation of a client; `ids` are the job ids that its group has seen. */
function nextOperation(word: string, ids: readonly number[]): ClientOperation {
  const referenceIds = [`${word}-A`, `${word}-B`];
  const newTitle = () => `${word} ${(titles += 1)}`;
  const someFields = (): Fields =>
    oneOf<() => Fields>([
      () => ({ title: newTitle() }),
      () => ({ status: oneOf(statuses) }),
      () => ({ confidential: random() < 0.5 }),
      () => ({ referenceId: oneOf([...referenceIds, null]) }),
      () => ({ title: newTitle(), status: oneOf(statuses), referenceId: oneOf([...referenceIds, null]) }),
    ])();
  const referenceId = oneOf(referenceIds);
  const fields = { title: newTitle(), status: oneOf(statuses) };
  const withoutId: (() => ClientOperation)[] = [
    () => ({ kind: 'create', fields }),
    () => ({ kind: 'create', fields: { ...fields, referenceId } }),
    () => ({ kind: 'upsert', referenceId, fields }),
    () => ({ kind: 'upsert', referenceId, fields: { title: fields.title } }),
    () => ({ kind: 'deleteByReference', referenceId }),
  ];
  if (ids.length === 0) return oneOf(withoutId)();
  const id = oneOf(ids);
  return oneOf<() => ClientOperation>([
    ...withoutId,
    () => ({ kind: 'update', id, fields: someFields() }),
    () => ({ kind: 'update', id, fields: someFields() }),
    () => ({ kind: 'update', id, fields: someFields() }),
    () => ({ kind: 'get', id }),
    () => ({ kind: 'refresh', id }),
    () => ({ kind: 'delete', id }),
  ])();
}

/** The share of batches among the operations of a client. */
const BATCH_SHARE = 0.2;

/** The ids and referenceIds in an operation. A batch must not contain the same one twice. */
function namesIn(operation: ClientOperation): unknown[] {
  const { id, referenceId, fields } = operation as { id?: number; referenceId?: string; fields?: Fields };
  return [id, referenceId, fields?.referenceId].filter((name) => name !== undefined && name !== null);
}

/** Chooses up to two operations that are allowed in one batch. */
function nextBatch(word: string, ids: readonly number[]) {
  const [operation, second] = [nextOperation(word, ids), nextOperation(word, ids)];
  const names = new Set(namesIn(operation));
  return [operation, ...(namesIn(second).some((name) => names.has(name)) ? [] : [second])].filter(
    canBeInBatch,
  );
}

const tally = {
  faults: 0,
  batches: 0,
  folds: 0,
  crashes: 0,
  answered: 0,
  refused: 0,
  'not-applied': 0,
  unknown: 0,
  lists: 0,
  behind: 0,
};

/** The share of operations before which a new day begins: on its first day, a job cannot move in the list. */
const NEW_DAY_SHARE = 0.05;
const DAY_MILLIS = 24 * 60 * 60 * 1_000;
let today = Date.parse('2026-05-01T12:00:00Z');

/** The share of lists among the operations of a client. */
const LISTS_SHARE = 0.15;

/** Checks a page of a list: it may be outdated, but has no job twice and is not too long. */
async function look(client: Client, word: string): Promise<void> {
  const pageSize = oneOf([2, 10, 100]);
  const query = oneOf(['', '&status=active', '&status=draft', `&q=${word}`, `&q=${word}&status=active`]);
  const path = `/jobs?pageSize=${pageSize}&page=${oneOf([1, 2, 3])}${query}`;
  const isBehind = store.lateJobs().length > 0;
  const { status, body } = await client.get(path);
  if (status === 503) return;
  expect({ path, status }).toEqual({ path, status: 200 });
  const ids = (body.data as { id: number }[]).map(({ id }) => id);
  expect(ids.length).toBeLessThanOrEqual(pageSize);
  expect(new Set(ids).size).toBe(ids.length);
  tally.lists += 1;
  if (isBehind) tally.behind += 1;
}

/** The share of status map folds among the operations. */
const FOLDS_SHARE = 0.05;

/** The number of running folds. No day begins during one: another fold would delete its snapshots after an hour. */
let foldsUnderWay = 0;

/** The last positions of the employers at the start: new chunks and a new segment of the status map begin soon. */
const LAST_POSITIONS = [2_340, 94_700, 4_700, 94_600] as const;

async function foldMap(employerId: number): Promise<void> {
  // Few folds make more than four calls: half of the crashes come early, so that no run is without one.
  const crash =
    random() < 0.5
      ? { calls: 1 + Math.floor(random() * oneOf([4, 40])), arrives: random() < 0.5 }
      : undefined;
  foldsUnderWay += 1;
  const isWhole = await fold(employerId, crash);
  foldsUnderWay -= 1;
  tally[isWhole ? 'folds' : 'crashes'] += 1;
}

/** An employer whose requests have the usual time limit, and its clients, which have short ones. */
interface Employer extends Client {
  employer: { id: number };
  clients: readonly Client[];
}

/** Clients of an employer that share a few jobs, and the outcomes of their operations with their times. */
interface Group {
  word: string;
  employer: Employer;
  events: (Event & { clock: string })[];
}

/** An error with all known details, because the same seed does not repeat the order of concurrent requests. */
const failure = (error: unknown, groups: readonly Group[]) =>
  new Error(
    [
      String(error),
      `To try it again: SOAK_OPERATIONS=${OPERATIONS}, --seed=${seed}. The clock was at ${new Date(today).toISOString()}.`,
      ...groups.flatMap(({ word, employer: { employer }, events }) =>
        events.map((event) => JSON.stringify({ employer: employer.id, word, ...event })),
      ),
    ].join('\n'),
    { cause: error },
  );

/** Runs random operations of all clients of a group concurrently. */
async function act(group: Group): Promise<void> {
  const { word, events } = group;
  const { employer, clients } = group.employer;
  const ids: number[] = [];
  let now = 0;
  const once = async () => {
    const isNewDay = random() < NEW_DAY_SHARE && foldsUnderWay === 0;
    setClock((today += isNewDay ? DAY_MILLIS : 0));
    if (random() < FOLDS_SHARE) return foldMap(employer.id);
    if (random() < LISTS_SHARE) return look(oneOf(clients), word);
    const client = oneOf(clients);
    const batch = random() < BATCH_SHARE ? nextBatch(word, ids) : [];
    const operations = batch.length > 0 ? batch : [nextOperation(word, ids)];
    tally.batches += Number(batch.length > 0);
    const startedAt = (now += 1);
    const clock = new Date().toISOString();
    const outcomes = batch.length > 0 ? await askBatch(client, batch) : [await ask(client, operations[0]!)];
    const answered = (now += 1);
    for (const [index, operation] of operations.entries()) {
      const outcome = outcomes[index]!;
      if (outcome === 'not-applied' || outcome === 'unknown') {
        tally[outcome] += 1;
        if (outcome === 'unknown' && operation.kind !== 'get')
          events.push({ operation, asked: startedAt, answered: Infinity, answer: outcome, clock });
        continue;
      }
      tally[outcome.status < 400 ? 'answered' : 'refused'] += 1;
      events.push({ operation, asked: startedAt, answered, answer: outcome, clock });
      const id = outcome.job?.id;
      if (id !== undefined && !ids.includes(id)) ids.push(id);
    }
    return undefined;
  };
  await Promise.all(
    Array.from({ length: CLIENTS_OF_A_GROUP }, async () => {
      for (let count = 0; count < OPERATIONS_OF_A_CLIENT; count += 1) await once();
    }),
  ).catch((error: unknown) => {
    throw failure(error, [group]);
  });
}

test(
  `${OPERATIONS} operations and batches under faults lose no acknowledged write and leave no partial write`,
  async () => {
    const employers = await Promise.all(
      LAST_POSITIONS.map(async (lastPosition) => {
        const employer = await service.newEmployer();
        await setLastPosition(service.db, employer.employer.id, lastPosition);
        const [usual, hurried] = origins.map((origin) =>
          createHttpClient(origin, { 'api-key': employer.apiKey }),
        );
        return { ...employer, clients: [usual!, usual!, hurried!] };
      }),
    );
    const plan = faultsByChance(random, () => (tally.faults += 1));
    for (const { employer } of employers)
      store.plans.set(accountKeys.employer(employer.id).PK, { plan, calls: 0 });

    const groups = Array.from({ length: GROUPS }, (_, index): Group => ({
      word: `G${index}`,
      employer: employers[index % employers.length]!,
      events: [],
    }));
    const waiting = [...groups];
    await Promise.all(
      Array.from({ length: WIDTH }, async () => {
        for (let group = waiting.shift(); group; group = waiting.shift()) await act(group);
      }),
    );
    store.reset();
    await store.settled();
    // Indexes were late while days passed, so searches are complete only half an hour later.
    setClock((today += DAY_MILLIS));

    for (const employer of employers) {
      const employerGroups = groups.filter((group) => group.employer === employer);
      const jobs = await audit(
        employer,
        employer.employer.id,
        employerGroups.map(({ word }) => word),
      ).catch((error: unknown) => {
        throw failure(error, employerGroups);
      });
      for (const group of employerGroups) {
        const { word, events } = group;
        const last = Number.MAX_SAFE_INTEGER;
        const answer = { status: 200, jobs: jobs.filter(({ title }) => title.startsWith(`${word} `)) };
        const allEvents: Event[] = [
          ...events,
          { operation: { kind: 'everything' }, asked: last - 1, answered: last, answer },
        ];
        if (!isLinearizable(allEvents)) {
          throw failure(`No order explains these answers, and ${JSON.stringify(answer)} at the end.`, [
            group,
          ]);
        }
      }
    }
    if (process.env['SOAK_OPERATIONS']) process.stdout.write(`${JSON.stringify({ seed, ...tally })}\n`);
    // A soak without faults would prove nothing. The number of faults depends on the machine: on a slow one, requests
    // run out of time before a fault occurs.
    for (const count of Object.values(tally)) expect(count).toBeGreaterThan(0);
  },
  OPERATIONS * 1_000,
);
