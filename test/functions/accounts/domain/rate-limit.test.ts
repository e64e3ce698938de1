import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  rateLimits,
  requestsFor,
  type RateLimit,
  allowances,
} from '../../../../functions/accounts/domain/rate-limit.ts';
import { rateLimitStore } from '../../../../functions/accounts/store/rate-limits.ts';
import type { Database } from '../../../../functions/platform/dynamodb/database.ts';
import { sharedService } from '../../../setup/shared-service.ts';

const service = sharedService();

interface Bucket {
  fullAt: number;
  at: number;
}

/** A bucket in memory that accepts the two writes of the store: faster than the table for hundreds of schedules. */
function bucketInMemory(): Pick<Database, 'update'> {
  let bucket: Bucket | undefined;
  return {
    update: async ({ ExpressionAttributeValues: values = {} }) => {
      const { ':now': now, ':fullAt': fullAt, ':ahead': later } = values;
      const { ':millis': millis, ':latestFullAt': latest } = values;
      const isAllowed =
        fullAt === undefined
          ? bucket && bucket.fullAt > now && bucket.fullAt <= latest
          : !bucket || bucket.fullAt <= now || bucket.at > later;
      if (!isAllowed) {
        const Item = bucket && { fullAt: { N: String(bucket.fullAt) }, at: { N: String(bucket.at) } };
        throw new ConditionalCheckFailedException({ message: '', $metadata: {}, ...(Item && { Item }) });
      }
      bucket = { fullAt: fullAt ?? bucket!.fullAt + millis, at: now };
      return { ...bucket };
    },
  };
}

const inMemory = () => rateLimitStore(bucketInMemory() as Database);
const inTable = () => rateLimitStore(service.db);

const onePerSecond = { name: 'any', quota: 20, windowSeconds: 20 };

const start = Date.parse('2026-06-01T12:00:00.000Z');

/** The maximum number of unused requests that a container can have leased. */
const mostLeased = ({ quota }: RateLimit) => Math.max(1, Math.floor(quota / 20));

/** Creates a key, and containers that share the bucket of the key. */
function containersOf(limit: RateLimit, count: number, store = inMemory()) {
  const hash = crypto.randomUUID();
  const containers = Array.from({ length: count }, allowances);
  return (container: number, now: number, { charged = 0 } = {}) => {
    const way = charged > 0 ? 'charge' : 'spend';
    return containers[container % count]![way](
      hash,
      { limit, now, requests: charged || 1 },
      (fullAt, least) => store.lease(hash, { limit, fullAt, now, least, isDebit: charged > 0 }),
    );
  };
}

/** A limit with a quota of up to 60 requests, which refills one request every `interval` milliseconds. */
const aLimit = fc
  .record({ quota: fc.integer({ min: 1, max: 60 }), eighths: fc.integer({ min: 1, max: 24 }) })
  .map(({ quota, eighths }) => ({
    limit: { name: 'any', quota, windowSeconds: (quota * eighths) / 8 },
    interval: eighths * 125,
  }));

/** Bursts of simultaneous requests to containers, each burst after a pause (in intervals). */
const bursts = fc.array(
  fc.record({
    pause: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 3, noNaN: true }), fc.nat({ max: 100 })),
    containers: fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 15 },
);

describe('a rate limit', () => {
  test('never admits more requests in a time span than the quota, the refill and the containers’ leases allow', async () => {
    await fc.assert(
      fc.asyncProperty(aLimit, fc.integer({ min: 1, max: 6 }), bursts, async (drawn, count, schedule) => {
        const { limit, interval } = drawn;
        const send = containersOf(limit, count);
        const admitted: number[] = [];
        let now = start;
        for (const { pause, containers } of schedule) {
          now += Math.round(pause * interval);
          const statuses = await Promise.all(containers.map((container) => send(container, now)));
          admitted.push(...statuses.filter(({ allowed }) => allowed).map(() => now));
        }
        // One expectation for all time spans, because there are hundreds of thousands.
        const spans = admitted.flatMap((from, first) =>
          admitted.slice(first).map((until, index) => ({ from, until, count: index + 1 })),
        );
        const most = ({ from, until }: { from: number; until: number }) =>
          limit.quota + Math.floor((until - from) / interval) + count * mostLeased(limit);
        expect(spans.filter((span) => span.count > most(span))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('never rejects a client that does not exceed the rate, whichever containers serve the client', async () => {
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

  test('admits only leased requests once the admitted requests have cost more than the quota', async () => {
    const costly = fc.array(
      fc.record({
        pause: fc.oneof(fc.constant(0), fc.nat({ max: 40 })),
        container: fc.nat(),
        extra: fc.oneof(fc.constant(0), fc.nat({ max: 100 })),
      }),
      { minLength: 5, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(aLimit, fc.integer({ min: 1, max: 4 }), costly, async (drawn, count, schedule) => {
        const { limit, interval } = drawn;
        const send = containersOf(limit, count);
        const admitted: { at: number; cost: number }[] = [];
        let [now, over] = [start, 0];
        for (const { pause, container, extra } of schedule) {
          now += pause * interval;
          const { allowed } = await send(container, now);
          if (!allowed) continue;
          const isOverAt = ({ at }: { at: number }, first: number) =>
            admitted.slice(first).reduce((sum, { cost }) => sum + cost, 1) >
            limit.quota + Math.floor((now - at) / interval) + count * mostLeased(limit);
          over = admitted.some(isOverAt) ? over + 1 : 0;
          expect(over).toBeLessThanOrEqual(count * mostLeased(limit));
          admitted.push({ at: now, cost: 1 + extra });
          if (extra > 0) await send(container, now, { charged: extra });
        }
      }),
      { numRuns: 20 },
    );
  });

  test('states how long a client must wait after its requests cost more than the quota, and then admits the client', async () => {
    const send = containersOf(onePerSecond, 2, inTable());
    expect(await send(0, start)).toMatchObject({ allowed: true, remaining: 19 });
    expect(await send(0, start, { charged: 49 })).toMatchObject({ remaining: 0, seconds: 31 });
    expect(await send(1, start)).toMatchObject({ allowed: false, wait: 31 });
    expect(await send(0, start + 29_500)).toMatchObject({ allowed: false, wait: 2, seconds: 2 });
    expect(await send(0, start + 30_000)).toMatchObject({ allowed: false, wait: 1 });
    expect(await send(1, start + 31_000)).toMatchObject({ allowed: true });
  });

  test.each([
    ['in one container', 0],
    ['in the container that gets the next request', 1],
  ])('admits exactly one quota after a clock was set back by an hour: %s', async (_, other) => {
    const send = containersOf(onePerSecond, 2, inTable());
    const admitted = async (container: number, now: number) => {
      const decisions = await Promise.all(Array.from({ length: 30 }, () => send(container, now)));
      return decisions.filter(({ allowed }) => allowed).length;
    };
    expect(await admitted(0, start)).toBe(20);
    const before = start - 3_600_000;
    expect(await admitted(other, before)).toBe(20);
    expect(await admitted(other, before)).toBe(0);
    expect(await send(other, before)).toMatchObject({ seconds: 1, wait: 1 });
    expect(await admitted(other, before + 5_000)).toBe(5);
    expect(await admitted(0, start + 5_000)).toBe(20);
  });

  test('admits a client in two containers when the clock of one container is an hour ahead', async () => {
    const send = containersOf(onePerSecond, 2, inTable());
    const later = start + 3_600_000;
    for (const [container, now] of [start, later, start, later].entries()) {
      expect(await send(container, now)).toMatchObject({ allowed: true });
    }
  });

  test('counts the requests of a container whose clock is a little ahead', async () => {
    const send = containersOf(onePerSecond, 2, inTable());
    for (let request = 0; request < 20; request += 1) await send(0, start + 10_000);
    expect(await send(1, start)).toMatchObject({ allowed: false, wait: 11 });
  });

  test.each([
    ['standard', 150, 100, 1],
    ['unlimited', 30, 20, 1],
    ['unlimited', 30.5, 0, 2],
    ['unlimited', 0, 21, 2],
  ] as const)(
    'on the plan %s converts %d read units and %d write units to %i requests',
    (plan, readUnits, writeUnits, requests) => {
      expect(requestsFor(rateLimits[plan], { readUnits, writeUnits })).toBe(requests);
    },
  );

  test('refills a request in a whole number of milliseconds, because the table contains only integers', () => {
    for (const { quota, windowSeconds } of Object.values(rateLimits)) {
      expect((windowSeconds * 1_000) % quota).toBe(0);
    }
  });
});
