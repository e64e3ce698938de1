import { describe, expect, test } from '@jest/globals';
import { allowances, createLease, rateLimits } from '../../functions/accounts/domain/rate-limit.ts';
import type { Client } from '../../schemas/client/index.ts';
import { runTimers, LATENCY, simulatedNetwork, sleep, useFakeTime } from './simulated-network.ts';

useFakeTime();

/** A service with the rate limit of 600 requests in 60 s, whose headers rate-limit.test.ts expects of the real one. */
function limitedService() {
  const limit = rateLimits.standard;
  const { spend } = allowances();
  let fullAt = 0;
  return simulatedNetwork(async () => {
    const now = Date.now();
    const { allowed, remaining, wait } = await spend('1', { limit, now, requests: 1 }, async (_, least) => {
      const lease = createLease(limit, fullAt, now, least);
      if (lease) fullAt = Math.max(fullAt, now) + lease.millis;
      return { requests: lease?.requests ?? 0, fullAt };
    });
    const policy = `"standard";q=${limit.quota};w=${limit.windowSeconds}`;
    const headers = { 'ratelimit-policy': policy, ratelimit: `"standard";r=${remaining};t=1` };
    return allowed ? new Response(null, { status: 204, headers }) : refusal(String(wait), headers);
  });
}

/** Makes `calls` calls, at most `workers` at the same time, and returns the errors. */
async function work(client: Client, calls: number, workers: number): Promise<unknown[]> {
  const failures: unknown[] = [];
  let id = 0;
  const worker = async () => {
    while (id < calls) {
      id += 1;
      await client.jobs.delete(id).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return failures;
}

const refusal = (retryAfter: string, headers = {}) =>
  Response.json({}, { status: 429, headers: { ...headers, 'retry-after': retryAfter } });

const done = () => new Response(null, { status: 204 });

describe('a client at the rate limit of the service', () => {
  test('makes 900 simultaneous calls, and none is rejected', async () => {
    const { newClient, seen } = limitedService();
    expect(await runTimers(work(newClient(), 900, 900))).toEqual([]);
    expect([seen.statuses.length, new Set(seen.statuses)]).toEqual([900, new Set([204])]);
    expect(seen.mostInFlight).toBe(10);
  });

  test('is not slowed down until few requests are left, nor after the bucket is full again', async () => {
    const { newClient, seen } = limitedService();
    const client = newClient();
    await runTimers(work(client, 900, 10));
    await runTimers(sleep(60_000));
    await runTimers(work(client, 500, 10));
    const millisOf = (first: number, last: number) => seen.sent[last]!.at - seen.sent[first]!.at;
    // Twenty requests, ten at a time, take at least twice the latency of one request.
    expect(millisOf(0, 500)).toBeLessThan(51 * LATENCY);
    expect(millisOf(0, 899)).toBeLessThan(40_000);
    expect(millisOf(901, 1_399)).toBeLessThan(51 * LATENCY);
  });

  test('completes its calls while nine other clients use the same key', async () => {
    const { newClient, seen } = limitedService();
    const failures = await runTimers(
      Promise.all(Array.from({ length: 10 }, () => work(newClient(), 90, 10))),
    );
    expect(failures.flat()).toEqual([]);
    expect(seen.statuses.filter((status) => status === 204)).toHaveLength(900);
    expect(seen.statuses.length).toBeLessThan(1_000);
  });
});

describe('a 429 response', () => {
  test('delays all further calls of the client until the longest Retry-After is over', async () => {
    const answers = [refusal('7'), refusal('3')];
    const { newClient, seen } = simulatedNetwork(() => answers.shift() ?? done());
    expect(await runTimers(work(newClient({ maxConcurrency: 2 }), 10, 10))).toEqual([]);
    expect(seen.sent).toHaveLength(12);
    expect(seen.sent.filter(({ at }) => at > 0 && at < 7_000)).toEqual([]);
  });
});

describe('maxConcurrency', () => {
  test('limits the number of simultaneous requests, and starts them in the order of the calls', async () => {
    const { newClient, seen } = simulatedNetwork(done);
    await runTimers(work(newClient({ maxConcurrency: 3 }), 20, 20));
    expect(seen.mostInFlight).toBe(3);
    expect(seen.sent.map(({ path }) => path)).toEqual(
      Array.from({ length: 20 }, (_, index) => `/jobs/${index + 1}`),
    );
  });

  test('gives the slot of a failed request to the next request', async () => {
    const { newClient, seen } = simulatedNetwork(() => Response.json({}, { status: 404 }));
    expect(await runTimers(work(newClient({ maxConcurrency: 1 }), 3, 3))).toHaveLength(3);
    expect(seen.sent).toHaveLength(3);
  });

  test('is refused with a RangeError when it is less than 1 or not a number', () => {
    const { newClient } = simulatedNetwork(done);
    for (const maxConcurrency of [0, -1, Number.NaN]) {
      expect(() => newClient({ maxConcurrency })).toThrow(RangeError);
    }
  });

  test('rejects a call that is aborted while it waits for a slot, with the reason of the signal, and never sends it', async () => {
    const { newClient, seen } = simulatedNetwork(done);
    const client = newClient({ maxConcurrency: 1 });
    const controller = new AbortController();
    const call = client.jobs.delete(1);
    const second = client.jobs.delete(2, { signal: controller.signal });
    const third = client.jobs.delete(3);
    controller.abort(new Error('Enough.'));
    await expect(second).rejects.toThrow('Enough.');
    await runTimers(Promise.all([call, third]));
    expect(seen.sent.map(({ path }) => path)).toEqual(['/jobs/1', '/jobs/3']);
  });
});
