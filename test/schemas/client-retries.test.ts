import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { JobCreate } from '../../schemas/client/index.ts';
import { aJob } from '../setup/a-job.ts';
import { runTimers, LATENCY, simulatedNetwork, useFakeTime } from './simulated-network.ts';

type Step = () => Response | Promise<Response>;

const answer =
  (status: number, body: object, headers: Record<string, string> = {}): Step =>
  () =>
    Response.json(body, { status, headers });

const done = answer(200, {});
const busy = (headers?: Record<string, string>) =>
  answer(503, { code: 'service_unavailable', detail: 'Busy.' }, headers);
const refused = answer(429, { message: 'Too Many Requests' });
const noResponse: Step = () => Promise.reject(new TypeError('fetch failed'));

/** Temporary failures, and whether the service certainly did not carry out the request. */
const failures: [string, Step, { isUndone?: true }][] = [
  ['no response', noResponse, {}],
  ["another server's page", () => new Response('<h1>Sign in</h1>'), {}],
  ['a refusal for a while', refused, { isUndone: true }],
  ['a fault of the service', answer(500, { code: 'internal_error' }), {}],
  ['a function that did not answer', answer(502, { message: 'Internal Server Error' }), {}],
  ['a busy service that does not know', answer(503, { outcome: 'unknown' }), {}],
  ['a busy service that did not apply it', answer(503, { outcome: 'not-applied' }), { isUndone: true }],
  ['a page of a gateway that waited in vain', answer(504, {}), {}],
  ['a key whose first request is still in work', answer(409, { code: 'idempotency_key_in_use' }), {}],
];

const body = aJob() as JobCreate;

/** A client whose nth request gets the nth step, the last step repeatedly. */
function meeting(...steps: Step[]) {
  const { newClient, seen } = simulatedNetwork((_, index) => (steps[index] ?? steps.at(-1) ?? done)());
  return { client: newClient(), newClient, seen, waits: () => seen.retries.map(({ wait }) => wait) };
}

useFakeTime();

describe('retries', () => {
  beforeEach(() => {
    jest.mocked(Math.random).mockReturnValue(0.5);
  });

  test.each([
    [0, [1_000, 2_000, 4_000, 8_000, 16_000, 16_000, 16_000]],
    [0.5, [1_500, 3_000, 6_000, 12_000, 24_000, 24_000, 24_000]],
  ])('wait longer each time, for more than a minute, when the random number is %d', async (luck, millis) => {
    jest.mocked(Math.random).mockReturnValue(luck);
    const { client, seen, waits } = meeting(busy());
    const error = { status: 503, code: 'service_unavailable' };
    await expect(runTimers(client.jobs.get(1))).rejects.toMatchObject(error);
    expect(waits()).toEqual(millis);
    expect(seen.sent.at(-1)?.at).toBe(millis.reduce((sum, each) => sum + each) + 7 * LATENCY);
  });

  test.each([
    ['the number of seconds in the header plus a random time', '7', 8_500],
    ['a random time when the date is in the past', 'Wed, 01 Jan 2020 00:00:00 GMT', 1_500],
  ])('wait according to Retry-After: %s', async (_, retryAfter, wait) => {
    const { client, waits } = meeting(busy({ 'retry-after': retryAfter }), done);
    await runTimers(client.jobs.get(1));
    expect(waits()).toEqual([wait]);
  });

  test('stop when Retry-After is above one minute, and the error tells the caller how long to wait', async () => {
    const { client, seen } = meeting(busy({ 'retry-after': '61' }));
    await expect(runTimers(client.jobs.get(1))).rejects.toMatchObject({ retryAfter: 61 });
    expect(seen.sent).toHaveLength(1);
  });

  test.each(failures)('repeat a POST with the same Idempotency-Key after %s', async (_, failure) => {
    const { client, seen } = meeting(failure, done);
    await runTimers(client.jobs.create(body));
    const keys = seen.sent.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each(failures)('never mail an application twice after %s', async (_, failure, { isUndone }) => {
    const { client, seen } = meeting(failure, done);
    await runTimers(client.applications.resend('a1').catch(() => undefined));
    expect(seen.sent).toHaveLength(isUndone ? 2 : 1);
  });

  test('give each POST its own Idempotency-Key unless the caller chooses the key', async () => {
    const { client, seen } = meeting();
    await runTimers(client.jobs.create(body));
    await runTimers(client.jobs.create(body));
    await runTimers(client.jobs.create(body, { idempotencyKey: 'import-7' }));
    await runTimers(client.jobs.upsert({ referenceId: 'REQ-1' }));
    const [firstKey, second, third, put] = seen.sent.map(({ headers }) => headers['idempotency-key']);
    expect(firstKey).not.toBe(second);
    expect([third, put]).toEqual(['import-7', undefined]);
  });

  test.each([400, 401, 404, 409, 412, 501])('do not repeat a request that gets a %d', async (status) => {
    const { client, seen } = meeting(answer(status, { code: 'job_not_found', detail: 'No.' }));
    await expect(runTimers(client.jobs.delete(1))).rejects.toMatchObject({ status, message: 'No.' });
    expect(seen.sent).toHaveLength(1);
  });

  test('are reported to onRetry with the reason, the attempts so far and the wait', async () => {
    const { client, seen } = meeting(busy({ 'retry-after': '7' }), noResponse, done);
    await runTimers(client.jobs.get(1));
    expect(seen.retries).toMatchObject([
      { attempt: 1, wait: 8_500, error: { name: 'ProblemError', status: 503, method: 'GET' } },
      {
        attempt: 2,
        wait: 3_000,
        error: {
          name: 'ConnectionError',
          url: expect.stringMatching(/\/jobs\/1$/),
          cause: new TypeError('fetch failed'),
        },
      },
    ]);
  });

  test('end immediately with the reason of the signal: before a request, during a request and during a wait', async () => {
    const early = AbortSignal.abort(new Error('Too early.'));
    await expect(runTimers(meeting().client.jobs.get(1, { signal: early }))).rejects.toThrow('Too early.');
    const inRequest = new AbortController();
    const aborting = meeting(() => {
      inRequest.abort(new Error('Enough.'));
      return noResponse();
    });
    const aborted = aborting.client.jobs.get(1, { signal: inRequest.signal });
    await expect(runTimers(aborted)).rejects.toThrow('Enough.');
    const inWait = new AbortController();
    const { newClient, seen } = meeting(busy());
    const onRetry = () => setImmediate(() => inWait.abort(new Error('No more.')));
    const waiting = newClient({ onRetry }).jobs.get(1, { signal: inWait.signal });
    await expect(runTimers(waiting)).rejects.toThrow('No more.');
    expect([aborting.seen.sent.length, seen.sent.length]).toEqual([1, 1]);
  });
});
