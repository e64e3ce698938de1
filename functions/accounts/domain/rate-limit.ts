import { REQUEST_LIMITS, UNITS_PER_SECOND } from '../../../schemas/limits.ts';
import type { Plan } from './employer.ts';
import { lruCache } from '../../platform/cache.ts';

/** The rate limit of an API key: a bucket that holds at most the quota and refills evenly over the window. */
export interface RateLimit {
  /** The name of the policy in the headers. */
  name: string;
  /** The maximum number of requests in the bucket. */
  quota: number;
  windowSeconds: number;
}

/** The limit of an API key, by plan. One request must refill in a whole number of milliseconds. */
export const rateLimits: Readonly<Record<Plan, RateLimit>> = {
  standard: { name: 'standard', ...REQUEST_LIMITS.standard },
  unlimited: { name: 'unlimited', ...REQUEST_LIMITS.unlimited },
};

/** The fraction of the quota that one lease takes. */
const LEASED_PART = 1 / 20;

/** The time in which an empty bucket becomes full, in milliseconds. */
export const windowMillis = ({ windowSeconds }: RateLimit): number => windowSeconds * 1_000;

const millisPerRequest = (limit: RateLimit) => windowMillis(limit) / limit.quota;

/**
 * The number of requests in a bucket. Times are in milliseconds since 1970. The time at which a bucket is full again is
 * its complete state (generic cell rate algorithm, ITU-T I.371).
 */
const requestsLeft = (limit: RateLimit, fullAt: number, now: number): number =>
  Math.max(0, Math.floor((windowMillis(limit) - Math.max(0, fullAt - now)) / millisPerRequest(limit)));

/** Converts capacity units of DynamoDB to the requests that a bucket refills in the same time. */
export const requestsFor = (
  { quota, windowSeconds }: RateLimit,
  { readUnits, writeUnits }: { readUnits: number; writeUnits: number },
): number =>
  Math.ceil(
    Math.max(readUnits / UNITS_PER_SECOND.read, writeUnits / UNITS_PER_SECOND.write) *
      (quota / windowSeconds),
  );

/** A number of requests taken out of a bucket, and the milliseconds by which this delays the time of being full. */
export interface Lease {
  requests: number;
  millis: number;
  /** The bucket contains enough requests for the lease if, before the lease, it is full at this time or earlier. */
  latestFullAt: number;
}

/** Creates the lease of at least `least` requests; undefined when the bucket contains fewer. */
export function createLease(limit: RateLimit, fullAt: number, now: number, least: number): Lease | undefined {
  const held = requestsLeft(limit, fullAt, now);
  if (held < least) return undefined;
  const requests = Math.max(least, Math.floor(held * LEASED_PART));
  const millis = requests * millisPerRequest(limit);
  return { requests, millis, latestFullAt: now + windowMillis(limit) - millis };
}

/** Creates the lease of requests that were already made, even if the bucket contains fewer. */
export const createDebit = (limit: RateLimit, requests: number): Lease => ({
  requests,
  millis: requests * millisPerRequest(limit),
  latestFullAt: Number.MAX_SAFE_INTEGER,
});

/** Whole seconds until a bucket is full. */
const secondsToFull = (fullAt: number, now: number): number => Math.max(0, Math.ceil((fullAt - now) / 1_000));

/** Whole seconds, at least one, until a bucket contains this many requests. */
const secondsToHold = (limit: RateLimit, fullAt: number, now: number, requests: number): number =>
  Math.max(1, secondsToFull(fullAt - windowMillis(limit) + requests * millisPerRequest(limit), now));

/** The maximum number of keys whose leases a container caches. A key loses the unused requests of an evicted lease. */
const MAX_LEASES = 1_000;

/** Takes at least `least` requests out of the shared bucket of a key, given the last known time at which it is full. */
type TakeLease = (fullAt: number, least: number) => Promise<{ requests: number; fullAt: number }>;

interface Allowance {
  /** The number of leased requests that are not used yet. */
  unused: number;
  /** When the shared bucket is full, by the last lease of this container. */
  fullAt: number;
  /** When the shared bucket was last read. */
  at: number;
  leasing?: Promise<boolean> | undefined;
}

/** A number of requests of a key, at a time in milliseconds since 1970. */
interface Spending {
  limit: RateLimit;
  now: number;
  requests: number;
}

/** The state of a key: whether the requests are allowed, and about how many remain. */
export interface RateLimitStatus {
  limit: RateLimit;
  allowed: boolean;
  remaining: number;
  /** Seconds until the bucket is full or, if it is empty, until it contains one request. */
  seconds: number;
  /** Seconds until the refused requests would be allowed. */
  wait: number;
}

/** The requests that this container leased, by bucket. */
export function allowances() {
  const leased = lruCache<Allowance>(MAX_LEASES);

  const allowanceOf = (bucket: string, { limit, now }: Spending): Allowance => {
    const cached = leased.get(bucket);
    const allowance = cached ?? { unused: 0, fullAt: 0, at: now };
    if (!cached) leased.set(bucket, allowance);
    // A clock that was set back this far makes the last known time useless.
    if (allowance.at > now + windowMillis(limit)) allowance.fullAt = 0;
    allowance.at = now;
    return allowance;
  };

  const lease = (allowance: Allowance, least: number, takeLease: TakeLease): Promise<boolean> =>
    (allowance.leasing = takeLease(allowance.fullAt, least)
      .then(({ requests, fullAt }) => {
        allowance.unused += requests;
        allowance.fullAt = fullAt;
        return requests > 0;
      })
      .finally(() => {
        allowance.leasing = undefined;
      }));

  /** Concurrent requests share one lease: if each took a lease, they would empty the bucket. */
  const take = async (allowance: Allowance, requests: number, takeLease: TakeLease): Promise<boolean> => {
    let isRefused = false;
    while (allowance.unused < requests && !isRefused) {
      if (allowance.leasing) await allowance.leasing;
      else isRefused = !(await lease(allowance, requests - allowance.unused, takeLease));
    }
    if (allowance.unused < requests) return false;
    allowance.unused -= requests;
    return true;
  };

  const statusOf = (
    { unused, fullAt }: Allowance,
    allowed: boolean,
    { limit, now, requests }: Spending,
  ): RateLimitStatus => {
    const remaining = Math.min(limit.quota, unused + requestsLeft(limit, fullAt, now));
    return {
      limit,
      allowed,
      remaining,
      seconds: remaining === 0 ? secondsToHold(limit, fullAt, now, 1) : secondsToFull(fullAt, now),
      wait: secondsToHold(limit, fullAt, now, requests - unused),
    };
  };

  return {
    /** Spends requests of a bucket's lease, all or none, and takes a new lease when too few remain. Throws what `takeLease` throws. */
    spend: async (bucket: string, spending: Spending, takeLease: TakeLease): Promise<RateLimitStatus> => {
      const allowance = allowanceOf(bucket, spending);
      const isAllowed = await take(allowance, spending.requests, takeLease);
      return statusOf(allowance, isAllowed, spending);
    },

    /** Charges a bucket for requests that were already made, even if it is empty. */
    charge: async (bucket: string, spending: Spending, takeLease: TakeLease): Promise<RateLimitStatus> => {
      const allowance = allowanceOf(bucket, spending);
      const shortfall = Math.max(0, spending.requests - allowance.unused);
      allowance.unused -= spending.requests - shortfall;
      if (shortfall > 0) ({ fullAt: allowance.fullAt } = await takeLease(allowance.fullAt, shortfall));
      return statusOf(allowance, true, spending);
    },
  };
}
