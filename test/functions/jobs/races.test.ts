import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Employer } from '../../../functions/accounts/domain/employer.ts';
import { refreshQueue } from '../../../functions/jobs/refresh/refresh-queue.ts';
import { accountKeys } from '../../../functions/accounts/keys.ts';
import { jobKeys, jobPrefixes } from '../../../functions/jobs/keys.ts';
import { attributes } from '../../../functions/platform/dynamodb/table.ts';
import { folding } from '../../model/folding.ts';
import { aJob } from '../../setup/a-job.ts';
import { setLastPosition } from '../../setup/employers-in-table.ts';
import { setClock } from '../../setup/clock.ts';
import type { Reply } from '../../setup/http-client.ts';
import { loggedLines } from '../../setup/logged-lines.ts';
import { before, reversedBatch, isTransaction, isWrite, respondWithError } from '../../setup/faults.ts';
import { startFaultyStore, type StoreCall, type Fault } from '../../setup/faulty-store.ts';
import { ownService } from '../../setup/own-service.ts';

const store = await startFaultyStore();
// Runs of auto-refresh work on the jobs of all employers.
const service = await ownService({ mayFail: true });

afterEach(() => store.reset());

/** Runs a fault at the first matching store call of an employer. */
const interceptOnce = ({ id }: Employer, isMatch: (call: StoreCall) => boolean, fault: Fault) =>
  store.interceptOnce(accountKeys.employer(id).PK, isMatch, fault);

/** Does some work after a call, whose response is lost. */
const loseResponse =
  (work: () => Promise<unknown>) =>
  async ({ pass, response }: StoreCall) => {
    await pass();
    await work();
    response.destroy();
  };

describe('an update whose response was lost', () => {
  test.each([
    [7, 200, undefined],
    [8, 503, 'unknown'],
  ])('and that %i other updates follow returns %i', async (others, status, outcome) => {
    const acme = await service.newEmployer();
    const { body: job } = await acme.post('/jobs', aJob());
    const path = `/jobs/${job.id}`;
    const follow = async () => {
      for (let number = 1; number <= others; number += 1) await acme.put(path, { title: `Cook ${number}` });
    };
    interceptOnce(acme.employer, isWrite, loseResponse(follow));
    const reply = await acme.put(path, { applicationEmail: 'cook@example.com' });
    expect([reply.status, reply.body.outcome]).toEqual([status, outcome]);
    const { body } = await acme.get(path);
    expect([body.title, body.applicationEmail]).toEqual([`Cook ${others}`, 'cook@example.com']);
  });

  test('503s when the job was deleted, because its outcome cannot be determined', async () => {
    const acme = await service.newEmployer();
    const { body: job } = await acme.post('/jobs', aJob());
    const path = `/jobs/${job.id}`;
    const remove = () => acme.delete(path);
    interceptOnce(acme.employer, isWrite, loseResponse(remove));
    const { status, body } = await acme.put(path, { title: 'Cook' });
    expect([status, body.outcome]).toEqual([503, 'unknown']);
    expect((await acme.get(path)).status).toBe(404);
  });
});

const isReadOfJobs = ({ operation }: StoreCall) => operation === 'BatchGetItem';
const isRemovalOfLeaf = ({ operation }: StoreCall) => operation === 'DeleteItem';
const isBringingBack = ({ operation, body }: StoreCall) =>
  operation === 'UpdateItem' && body.includes('#partition');

test('a failed creation whose first attempt may still arrive is blocked for a week by a marker that is stored under the key of the job', async () => {
  setClock('2026-05-01T12:00:00Z');
  const acme = await service.newEmployer();
  const takeReference = async () => {
    expect((await acme.post('/jobs', aJob({ title: 'Other', referenceId: 'R-1' }))).status).toBe(201);
  };
  interceptOnce(acme.employer, isTransaction, async ({ response }) => {
    await takeReference();
    response.destroy();
  });
  expect((await acme.post('/jobs', aJob({ referenceId: 'R-1' }))).status).toBe(409);
  const items = await service.db.query({
    KeyConditionExpression: 'PK = :PK AND SK BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':PK': accountKeys.employer(acme.employer.id).PK,
      ':from': jobPrefixes.job,
      ':to': `${jobPrefixes.job}~`,
    },
    ConsistentRead: true,
  });
  expect(items.map(({ title, timeToLive }) => [title, timeToLive])).toEqual(
    expect.arrayContaining([
      ['Other', undefined],
      [undefined, Date.parse('2026-05-08T12:00:00Z') / 1_000],
    ]),
  );
  expect((await acme.get('/jobs')).body.paging.total).toBe(1);
});

test('a creation whose response and token are lost is not repeated after the job was deleted', async () => {
  const acme = await service.newEmployer();
  let deletion: Reply | undefined;
  interceptOnce(acme.employer, isTransaction, async ({ body, pass, response }) => {
    await pass(JSON.stringify({ ...JSON.parse(body), ClientRequestToken: randomUUID() }));
    const [created] = (await acme.get('/jobs')).body.data;
    deletion = await acme.delete(`/jobs/${created.id}`);
    response.destroy();
  });
  const { status, body: job } = await acme.post('/jobs', aJob({ referenceId: 'R-1' }));
  expect([deletion?.status, status]).toEqual([204, 201]);
  expect((await acme.get(`/jobs/${job.id}`)).status).toBe(404);
  expect((await acme.get('/jobs')).body.paging.total).toBe(0);
});

/** An employer with one job on auto-refresh, which is due on day 7. */
async function withAJobThatIsDue() {
  setClock('2026-05-01T16:00:00Z');
  const acme = await service.newEmployer({ plan: 'unlimited' });
  const { body: job } = await acme.post('/jobs', aJob({ autoRefresh: true, status: 'active' }));
  setClock('2026-05-08T16:00:00Z');
  return { ...acme, job, path: `/jobs/${job.id}`, run: () => service.runAutoRefresh(acme.employer) };
}

describe('auto-refresh', () => {
  test('reports a broken job and continues with the others', async () => {
    const acme = await withAJobThatIsDue();
    setClock('2026-05-01T17:00:00Z');
    const { body: good } = await acme.post('/jobs', aJob({ autoRefresh: true, status: 'active' }));
    setClock('2026-05-10T16:00:00Z');
    const { SK } = jobKeys.job(acme.employer.id, acme.job.id);
    interceptOnce(
      acme.employer,
      (call) => isTransaction(call) && call.body.includes(`"${SK}"`),
      ({ response }) => respondWithError(response, 'ValidationException'),
    );
    const [failure] = await loggedLines(async () =>
      expect(await acme.run()).toMatchObject({ due: 2, refreshed: 1, failed: 1, lag: 2 }),
    );
    expect(failure).toMatchObject({ level: 'ERROR', error: { name: 'ValidationException' } });
    expect((await acme.get(`/jobs/${good.id}`)).body.publishDate).toBe('2026-05-10');
    expect(await acme.run()).toMatchObject({ refreshed: 1 });
  });

  test('keeps the order of the list even if DynamoDB returns the jobs in another order', async () => {
    const acme = await withAJobThatIsDue();
    setClock('2026-05-01T17:00:00Z');
    const next = () => acme.post('/jobs', aJob({ autoRefresh: true, status: 'active' }));
    const later = [(await next()).body.id, (await next()).body.id];
    setClock('2026-05-08T18:00:00Z');
    const { happened } = interceptOnce(acme.employer, isReadOfJobs, reversedBatch);
    expect(await acme.run()).toMatchObject({ refreshed: 3, failed: 0 });
    expect(happened()).toBe(true);
    const { body } = await acme.get('/jobs');
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([...later.toReversed(), acme.job.id]);
  });

  test('counts jobs correctly when one arrives in a leaf that a fold removes from the status map', async () => {
    const acme = await withAJobThatIsDue();
    expect(await acme.run()).toMatchObject({ refreshed: 1, failed: 0 });
    // The next job gets position 65, which is in the leaf that the job at position 1 has left.
    await setLastPosition(service.db, acme.employer.id, 64);
    let arrival: ReturnType<typeof acme.post> | undefined;
    const post = () => (arrival ??= acme.post('/jobs', aJob({ status: 'active' })));
    const { happened } = interceptOnce(acme.employer, isRemovalOfLeaf, before(post));
    const { fold, close } = folding(4_000);
    await fold(acme.employer.id);
    close();
    expect(happened()).toBe(true);
    // On a slow machine the fold gives up waiting and tries again before the job has arrived.
    expect((await arrival)?.status).toBe(201);
    const { body } = await acme.get('/jobs?status=active');
    expect(body.paging.total).toBe(2);
  });

  test('returns to parked jobs, except a job that was archived during the run', async () => {
    setClock('2026-05-01T16:00:00Z');
    const acme = await service.newEmployer();
    const post = () => acme.post('/jobs', aJob({ autoRefresh: true, status: 'active' }));
    const [{ body: changed }, { body: unchanged }] = [await post(), await post()];
    setClock('2026-05-08T16:00:00Z');
    expect(await service.runAutoRefresh(acme.employer)).toMatchObject({ parked: 2 });
    const archive = () => acme.put(`/jobs/${changed.id}`, { status: 'archived' });
    const { happened } = interceptOnce(acme.employer, isBringingBack, before(archive));
    await refreshQueue(service.db).bringBack(acme.employer.id, () => undefined);
    expect(happened()).toBe(true);
    const keys = [changed, unchanged].map(({ id }) => jobKeys.job(acme.employer.id, id));
    const items = await service.db.batchGet(keys);
    const queued = items.filter((item) => attributes.refreshPartition in item);
    expect([items.length, ...queued.map(({ id }) => id)]).toEqual([2, unchanged.id]);
  });
});
