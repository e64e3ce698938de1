import { afterAll, describe, expect, jest, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  rateLimits,
  secondsToFull,
  secondsToHold,
  type RateLimit,
} from '../../../functions/domain/rate-limit.ts';
import { allowances } from '../../../functions/http/allowance.ts';
import { rateLimitStore } from '../../../functions/store/rate-limits.ts';
import { startService } from '../../setup/service.ts';

/** The schedules have thousands of requests. */
jest.setTimeout(120_000);

const service = await startService();
afterAll(service.close);
const store = rateLimitStore(service.db);

const start = Date.parse('2026-06-01T12:00:00.000Z');

/** The largest part of a quota that a container may hold unspent. */
const mostLeased = ({ quota }: RateLimit) => Math.max(1, Math.floor(quota / 20));

/** A new key, and containers that share its bucket in the table. */
function containersOf(limit: RateLimit, count: number) {
  const hash = crypto.randomUUID();
  const containers = Array.from({ length: count }, allowances);
  return (container: number, now: number) =>
    containers[container % count]!.spend(hash, { limit, now, requests: 1 }, (fullAt, least) =>
      store.lease(hash, { limit, fullAt, now, least }),
    );
}

/** A quota of up to 60 requests, one more every `interval` milliseconds. */
const aLimit = fc
  .record({ quota: fc.integer({ min: 1, max: 60 }), eighths: fc.integer({ min: 1, max: 24 }) })
  .map(({ quota, eighths }) => ({
    limit: { name: 'any', quota, windowSeconds: (quota * eighths) / 8 },
    interval: eighths * 125,
  }));

/** Requests that come at once, each at a container, after a pause that is counted in intervals. */
const bursts = fc.array(
  fc.record({
    pause: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 3, noNaN: true }), fc.nat({ max: 100 })),
    containers: fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 15 },
);

describe('a rate limit', () => {
  test('never admits more in any time span than quota, refill and the leases of the containers', async () => {
    await fc.assert(
      fc.asyncProperty(aLimit, fc.integer({ min: 1, max: 6 }), bursts, async (drawn, count, schedule) => {
        const { limit, interval } = drawn;
        const send = containersOf(limit, count);
        const admitted: number[] = [];
        let now = start;
        for (const { pause, containers } of schedule) {
          now += Math.round(pause * interval);
          const standings = await Promise.all(containers.map((container) => send(container, now)));
          admitted.push(...standings.filter(({ allowed }) => allowed).map(() => now));
        }
        for (const [first, from] of admitted.entries()) {
          for (const [last, until] of admitted.entries()) {
            if (last < first) continue;
            const most = limit.quota + Math.floor((until - from) / interval) + count * mostLeased(limit);
            expect(last - first + 1).toBeLessThanOrEqual(most);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  test('never rejects a client that keeps to the rate, whichever containers serve it', async () => {
    await fc.assert(
      fc.asyncProperty(
        aLimit.filter(({ limit }) => limit.quota > 2),
        fc.array(fc.record({ late: fc.nat({ max: 500 }), container: fc.nat() }), { maxLength: 120 }),
        async ({ limit, interval }, requests) => {
          const most = Math.floor((limit.quota - 2) / mostLeased(limit));
          const send = containersOf(limit, Math.min(10, most));
          let now = start;
          for (const { late, container } of requests) {
            now += interval + late;
            expect(await send(container, now)).toMatchObject({ allowed: true });
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  test('admits a client that waited as long as the response said', async () => {
    await fc.assert(
      fc.asyncProperty(aLimit, fc.nat({ max: 5_000 }), async ({ limit }, offset) => {
        const send = containersOf(limit, 1);
        const now = start + offset;
        for (let request = 0; request < limit.quota; request += 1) {
          expect(await send(0, now)).toMatchObject({ allowed: true, remaining: limit.quota - request - 1 });
        }
        const { allowed, seconds } = await send(0, now);
        expect(allowed).toBe(false);
        expect(await send(0, now + seconds * 1_000)).toMatchObject({ allowed: true });
      }),
      { numRuns: 30 },
    );
  });

  test('takes one lease for all simultaneous requests to a container', async () => {
    const hash = crypto.randomUUID();
    const { spend } = allowances();
    let leases = 0;
    const request = () =>
      spend(hash, { limit: rateLimits.standard, now: start, requests: 1 }, (fullAt, least) => {
        leases += 1;
        return store.lease(hash, { limit: rateLimits.standard, fullAt, now: start, least });
      });
    const standings = await Promise.all(Array.from({ length: 30 }, request));
    expect(standings.every(({ allowed }) => allowed)).toBe(true);
    expect(leases).toBe(1);
  });

  test('refills a request in a whole number of milliseconds, because the table contains only integers', () => {
    for (const { quota, windowSeconds } of Object.values(rateLimits)) {
      expect((windowSeconds * 1_000) % quota).toBe(0);
    }
  });
});

describe('the time to wait', () => {
  const perSecond: RateLimit = { name: 'any', quota: 60, windowSeconds: 60 };

  test.each([
    [0, 0],
    [-500, 0],
    [500, 1],
    [1_000, 1],
    [1_001, 2],
    [59_999, 60],
  ])('until a bucket is full that is full in %i ms is %i s', (millis, seconds) => {
    expect(secondsToFull(start + millis, start)).toBe(seconds);
  });

  test.each([
    [58_000, 1, 1],
    [60_000, 1, 1],
    [60_001, 1, 2],
    [62_500, 1, 4],
    [58_000, 2, 1],
    [58_000, 11, 9],
    [60_000, 11, 11],
  ])('until a bucket that is full in %i ms holds %i requests is %i s', (millis, requests, seconds) => {
    expect(secondsToHold(perSecond, start + millis, start, requests)).toBe(seconds);
  });
});
