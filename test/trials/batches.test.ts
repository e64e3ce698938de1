import { afterAll, expect, jest, test } from '@jest/globals';
import { createGateway } from '../../bin/local/gateway.ts';
import { accountKeys } from '../../functions/accounts/keys.ts';
import { aJob } from '../setup/a-job.ts';
import { startFaultyStore } from '../setup/faulty-store.ts';
import { forEachConcurrently } from '../../functions/platform/concurrency.ts';
import { randomChooser, seededRandom } from '../setup/random.ts';
import { createHttpClient, type Client } from '../setup/http-client.ts';
import { startService } from '../setup/service.ts';
import { ask, modelJob, type ClientOperation, type Outcome } from '../model/ask.ts';
import { audit } from '../model/audit.ts';
import { faultsByChance } from '../model/fault-mix.ts';
import type { Fields, ModelJob } from '../model/jobs-model.ts';
import { isLinearizable, type Event } from '../model/linearizable.ts';

const HISTORIES = 40;

/** The number of histories that run at the same time. */
const WIDTH = 8;

const STEPS_OF_A_CLIENT = 4;
const MOST_IN_A_BATCH = 3;

/** The time limit of some requests: operations start only with 3 s left, so these requests have 60 ms to start them. */
const HURRIED_MILLIS = 3_060;

const store = await startFaultyStore({ limits: true });
const service = await startService({ mayFail: true });
const hurriedGateway = createGateway({ functionMillis: HURRIED_MILLIS });
const hurriedOrigin = `http://127.0.0.1:${await hurriedGateway.listen(0)}`;

afterAll(async () => {
  await hurriedGateway.close();
  await service.close();
  await store.goDown();
});

const seed = jest.getSeed();
const random = seededRandom(seed);
const oneOf = randomChooser(random);

const statuses = ['active', 'archived', 'draft'] as const;
const referenceIds = ['A', 'B', 'C'];
let titles = 0;

/** Chooses the next operation of a client; `ids` are the job ids that the clients have seen. */
function nextOperation(ids: readonly number[]): ClientOperation {
  const fields = { title: `Job ${(titles += 1)}`, status: oneOf(statuses) };
  const referenceId = oneOf(referenceIds);
  const changes: Fields = oneOf([
    { title: fields.title },
    { status: fields.status },
    { confidential: true },
    { referenceId },
    { referenceId: null, confidential: false },
  ]);
  const id = ids.length > 0 ? oneOf(ids) : 2_147_483_647;
  return oneOf<ClientOperation>([
    { kind: 'create', fields: { ...fields, referenceId: oneOf([...referenceIds, null]) } },
    { kind: 'upsert', referenceId, fields },
    { kind: 'upsert', referenceId, fields: { title: fields.title } },
    { kind: 'update', id, fields: changes },
    { kind: 'update', id, fields: changes },
    { kind: 'delete', id },
    { kind: 'deleteByReference', referenceId },
  ]);
}

/** The ids and referenceIds in an operation. A batch must not contain the same one twice. */
function namesIn(operation: ClientOperation): unknown[] {
  const { id, referenceId, fields } = operation as { id?: number; referenceId?: string; fields?: Fields };
  return [id, referenceId, fields?.referenceId].filter((name) => typeof name === 'number' || name);
}

/** Chooses a few operations that are allowed in one batch. */
function nextBatch(ids: readonly number[]): ClientOperation[] {
  const usedReferences = new Set<unknown>();
  return Array.from({ length: MOST_IN_A_BATCH }, () => nextOperation(ids)).filter((operation) => {
    const names = namesIn(operation);
    if (names.some((name) => usedReferences.has(name))) return false;
    for (const name of names) usedReferences.add(name);
    return true;
  });
}

const carried: {
  [Kind in ClientOperation['kind']]?: (operation: Extract<ClientOperation, { kind: Kind }>) => object;
} = {
  create: ({ fields }) => ({ operation: 'create', body: aJob(fields) }),
  upsert: ({ referenceId, fields }) => ({ operation: 'upsert', body: aJob({ ...fields, referenceId }) }),
  update: ({ id, fields }) => ({ operation: 'update', id, body: fields }),
  delete: ({ id }) => ({ operation: 'delete', id }),
  deleteByReference: ({ referenceId }) => ({ operation: 'delete', referenceId }),
};

const uncertainty = (problem: { outcome?: string }): Outcome =>
  problem.outcome === 'not-applied' ? 'not-applied' : 'unknown';

interface Result {
  status: number;
  job?: ModelJob;
  problem?: { outcome?: string; existingJob?: { id: number } };
}

/** Sends operations in one batch. Throws when the batch or an operation gets a 500. */
async function sendBatch(client: Client, operations: readonly ClientOperation[]): Promise<Outcome[]> {
  const sent = operations.map((operation) =>
    (carried[operation.kind] as (each: ClientOperation) => object)(operation),
  );
  const { status, body, text } = await client.post('/jobs/batch', { operations: sent });
  if (status === 503) return operations.map(() => uncertainty(body));
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return body.results.map((result: Result): Outcome => {
    const { problem } = result;
    if (result.status === 500) throw new Error(text);
    if (problem && result.status === 503) return uncertainty(problem);
    return {
      status: result.status,
      ...(result.job && { job: modelJob(result.job) }),
      ...(problem?.existingJob && { existing: problem.existingJob.id }),
    };
  });
}

const tally = { faults: 0, batches: 0, done: 0, refused: 0, unavailable: 0 };

/** Lets two clients of one employer send single requests and batches concurrently. Returns the operations with their outcomes. */
async function history(clients: readonly Client[]): Promise<Event[]> {
  const events: Event[] = [];
  const ids: number[] = [];
  let now = 0;

  async function step(client: Client): Promise<void> {
    const isBatch = random() < 0.7;
    const operations = isBatch ? nextBatch(ids) : [nextOperation(ids)];
    const startedAt = (now += 1);
    const outcomes = isBatch
      ? await sendBatch(client, operations)
      : [await ask(client, operations[0] as ClientOperation)];
    const answered = (now += 1);
    tally.batches += Number(isBatch);
    for (const [index, operation] of operations.entries()) {
      const outcome = outcomes[index] as Outcome;
      if (outcome === 'unknown' || outcome === 'not-applied') tally.unavailable += 1;
      else tally[outcome.status < 400 ? 'done' : 'refused'] += 1;
      if (outcome === 'not-applied') continue;
      events.push(
        outcome === 'unknown'
          ? { operation, asked: startedAt, answered: Infinity, answer: outcome }
          : { operation, asked: startedAt, answered, answer: outcome },
      );
      const id = outcome === 'unknown' ? undefined : outcome.job?.id;
      if (id !== undefined && !ids.includes(id)) ids.push(id);
    }
  }

  await Promise.all(
    clients.map(async (client) => {
      for (let count = 0; count < STEPS_OF_A_CLIENT; count += 1) await step(client);
    }),
  );
  return events;
}

test('concurrent batches and single requests under faults get responses that some sequential order of their operations explains', async () => {
  await forEachConcurrently(Array.from({ length: HISTORIES }).keys(), WIDTH, async (index) => {
    const acme = await service.newEmployer();
    const hurried = createHttpClient(hurriedOrigin, { 'api-key': acme.apiKey });
    const part = accountKeys.employer(acme.employer.id).PK;
    store.plans.set(part, { plan: faultsByChance(random, () => (tally.faults += 1)), calls: 0 });
    const events = await history([acme, index % 4 === 0 ? hurried : acme]);
    store.plans.delete(part);
    await store.settled();
    const last = Number.MAX_SAFE_INTEGER;
    const answer = { status: 200, jobs: await audit(acme, acme.employer.id, []) };
    const allEvents: Event[] = [
      ...events,
      { operation: { kind: 'everything' }, asked: last - 1, answered: last, answer },
    ];
    if (!isLinearizable(allEvents)) {
      throw new Error(
        `No order of these operations explains their answers (--seed ${seed}):\n${allEvents.map((event) => JSON.stringify(event)).join('\n')}`,
      );
    }
  });
  // A trial without faults would prove nothing.
  for (const count of Object.values(tally)) expect(count).toBeGreaterThan(0);
  expect(tally.faults).toBeGreaterThan(HISTORIES);
});
