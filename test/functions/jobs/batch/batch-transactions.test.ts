import { expect, test } from '@jest/globals';
import { accountKeys } from '../../../../functions/accounts/keys.ts';
import { aJob } from '../../../setup/a-job.ts';
import {
  fatalErrorAfterWork,
  respondWithError,
  lastWriteConflicting,
  isTransaction,
  delayedWork,
  transientFaults,
} from '../../../setup/faults.ts';
import { startFaultyStore, type Fault } from '../../../setup/faulty-store.ts';
import { startService } from '../../../setup/service.ts';

const store = await startFaultyStore();
const service = await startService({ mayFail: true });

/** An employer with a job that has the referenceId Taken, and a batch whose second operation fails; the third has a key. */
async function employerWithBatch() {
  const acme = await service.newEmployer();
  const { body: old } = await acme.post('/jobs', aJob({ title: 'Old', referenceId: 'Taken' }));
  const operations = ['A', 'Taken', 'C', 'D', 'E', 'F'].map((referenceId, place) => ({
    operation: 'create',
    body: aJob({ title: referenceId, referenceId }),
    ...(place === 2 && { idempotencyKey: 'third' }),
  }));
  const send = async () => {
    const { status, body } = await acme.post('/jobs/batch', { operations });
    expect(status).toBe(200);
    return body.results as { status: number; replayed?: boolean }[];
  };
  const titles = async () =>
    (await acme.get('/jobs?pageSize=100')).body.data.map(({ title }: { title: string }) => title).toSorted();
  /** Injects faults into the transactions of the employer, in their order; returns their count. */
  const injectFaults = (faults: readonly Fault[]) => {
    let transactions = 0;
    store.plans.set(accountKeys.employer(acme.employer.id).PK, {
      calls: 0,
      plan: (call) => (isTransaction(call) ? faults[transactions++] : undefined),
    });
    return () => transactions;
  };
  const remove = () => acme.delete(`/jobs/${old.id}`);
  return { send, titles, injectFaults, remove };
}

/** DynamoDB refuses a transaction of more than 4 MB. */
const tooLarge: Fault = ({ response }) => respondWithError(response, 'ValidationException');

const statusesOf = (results: readonly { status: number }[]) => results.map(({ status }) => status);

test('creations share a transaction, and a failed creation does not stop the others', async () => {
  const { send, titles, injectFaults } = await employerWithBatch();
  const transactions = injectFaults([]);
  expect(statusesOf(await send())).toEqual([201, 409, 201, 201, 201, 201]);
  // DynamoDB refuses the shared transaction, so each creation runs in its own.
  expect(transactions()).toBe(1 + 6);
  expect(await titles()).toEqual(['A', 'C', 'D', 'E', 'F', 'Old']);
  const secondResults = await send();
  expect(statusesOf(secondResults)).toEqual([409, 409, 201, 409, 409, 409]);
  expect(secondResults[2]).toMatchObject({ replayed: true });
});

test('creations run one by one when they exceed the limit of a transaction', async () => {
  const { send, titles, injectFaults } = await employerWithBatch();
  const transactions = injectFaults([tooLarge]);
  expect(statusesOf(await send())).toEqual([201, 409, 201, 201, 201, 201]);
  expect(transactions()).toBe(1 + 6);
  expect(await titles()).toEqual(['A', 'C', 'D', 'E', 'F', 'Old']);
});

test('creations run exactly once each and report success when their first response is an unknown error', async () => {
  const { send, titles, injectFaults, remove } = await employerWithBatch();
  await remove();
  injectFaults([fatalErrorAfterWork]);
  expect(new Set(statusesOf(await send()))).toEqual(new Set([500]));
  expect(await titles()).toEqual(['A', 'C', 'D', 'E', 'F', 'Taken']);
});

test.each(
  Object.entries<Fault>({
    ...transientFaults,
    'a write that is held up': lastWriteConflicting,
    'a request that arrives late': delayedWork(150),
  }),
)('creations that share a transaction run exactly once each in spite of %s', async (_, fault) => {
  const { send, titles, injectFaults } = await employerWithBatch();
  const transactions = injectFaults([fault, fault]);
  expect(statusesOf(await send())).toEqual([201, 409, 201, 201, 201, 201]);
  expect(transactions()).toBeGreaterThan(2);
  expect(await titles()).toEqual(['A', 'C', 'D', 'E', 'F', 'Old']);
});
