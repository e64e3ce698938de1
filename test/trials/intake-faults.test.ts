import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { createGateway } from '../../bin/local/gateway.ts';
import { applicationKeys } from '../../functions/applications/keys.ts';
import { apply } from '../setup/an-application.ts';
import {
  conflicting,
  lostResponse,
  noResponseAfterWork,
  otherTransientFaults,
  transientFaults,
  throttled,
} from '../setup/faults.ts';
import { startFaultyStore, type Fault } from '../setup/faulty-store.ts';
import { createHttpClient } from '../setup/http-client.ts';
import { startService } from '../setup/service.ts';
import { ownFiles } from '../setup/own-files.ts';

const files = ownFiles();
const store = await startFaultyStore({ limits: true });
const service = await startService({ mayFail: true });
/** A gateway whose requests have 300 ms for retries, because the store reserves 1,500 ms for the response. */
const hurriedGateway = createGateway({ functionMillis: 1_800 });
const hurried = createHttpClient(`http://127.0.0.1:${await hurriedGateway.listen(0)}`, {});

afterEach(() => {
  store.reset();
});
afterAll(async () => {
  await hurriedGateway.close();
  await service.close();
  await store.goDown();
});

/** The number of calls by which an application reads and writes items of its employer. */
const CALLS = 5;

const openPosting = async () => {
  const { acme, job } = await service.employerWithJob({ status: 'active' });
  const meet = (fault: Fault, isMet: (index: number) => boolean) =>
    store.plans.set(applicationKeys.applicationNumbers(acme.employer.id).PK, {
      calls: 0,
      plan: ({ index }) => (isMet(index) ? fault : undefined),
    });
  return { acme, job, meet };
};

type Posting = Awaited<ReturnType<typeof openPosting>>;

const idsOf = async ({ get }: Posting['acme']): Promise<string[]> =>
  (await get('/applications')).body.data.map(({ id }: { id: string }) => id);

/** Expects that the employer has exactly this application, with its file. */
async function expectOne({ acme }: Posting, id: string): Promise<void> {
  store.reset();
  expect(await idsOf(acme)).toEqual([id]);
  const { headers } = await acme.get(`/applications/${id}/resume`);
  const file = await fetch(headers.get('location') ?? '');
  expect(await file.text()).toMatch(/^%PDF/);
}

describe.each(Object.entries({ ...transientFaults, ...otherTransientFaults }))('the fault %s', (_, fault) => {
  test.each(Array.from({ length: CALLS }, (__, index) => index))(
    'in call %d stores the application once, with one file',
    async (met) => {
      const posting = await openPosting();
      posting.meet(fault, (index) => index === met);
      const { status, body } = await apply(service.anyone, posting.job.id);
      expect(status).toBe(201);
      await expectOne(posting, body.id);
      expect(await files.of(posting.acme.employer)).toHaveLength(1);
    },
  );
});

describe('a fault that does not end', () => {
  test.each([
    ['throttling', throttled],
    ['conflicts', conflicting],
  ])('503s with outcome not-applied, and stores neither an application nor a file: %s', async (_, fault) => {
    const posting = await openPosting();
    posting.meet(fault, () => true);
    const { status, body } = await apply(hurried, posting.job.id);
    expect([status, body.outcome]).toEqual([503, 'not-applied']);
    store.reset();
    expect(await idsOf(posting.acme)).toEqual([]);
    expect(await files.of(posting.acme.employer)).toEqual([]);
  });

  test.each([
    ['broken connections after the work', lostResponse],
    ['silence after the work', noResponseAfterWork],
  ])('503s with outcome unknown, and a repeated application returns the stored one: %s', async (_, fault) => {
    const posting = await openPosting();
    posting.meet(fault, (index) => index >= CALLS - 1);
    const { status, body } = await apply(hurried, posting.job.id);
    expect([status, body.outcome]).toEqual([503, 'unknown']);
    store.reset();
    const again = await apply(service.anyone, posting.job.id);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    await expectOne(posting, again.body.id);
  });
});
