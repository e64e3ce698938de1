import { REQUEST_LIMITS, UNITS_PER_SECOND } from '../../../schemas/limits.ts';
import type { Plan } from './employer.ts';

/** The rate limit of an API key: a bucket that holds at most the quota and refills evenly over the window. */
export interface RateLimit {
  /** The name of the policy in the headers. */
  name: string;
  /** Requests. */
  quota: number;
  windowSeconds: number;
}

/** The limit of an API key, by the plan of its employer. A request refills in a whole number of milliseconds. */
export const rateLimits: Readonly<Record<Plan, RateLimit>> = {
  standard: { name: 'standard', ...REQUEST_LIMITS.standard },
  unlimited: { name: 'unlimited', ...REQUEST_LIMITS.unlimited },
};

/** The part of the bucket that one lease takes. */
const LEASED_PART = 1 / 20;

/** The time in which an empty bucket refills, in milliseconds. */
export const windowMillis = ({ windowSeconds }: RateLimit): number => windowSeconds * 1_000;

const millisPerRequest = (limit: RateLimit) => windowMillis(limit) / limit.quota;

/**
 * The number of requests in a bucket. Times are in milliseconds since 1970. The time at which a bucket is full again is
 * its complete state (generic cell rate algorithm, ITU-T I.371).
 */
export const requestsLeft = (limit: RateLimit, fullAt: number, now: number): number =>
  Math.max(0, Math.floor((windowMillis(limit) - Math.max(0, fullAt - now)) / millisPerRequest(limit)));

/**
 * Converts capacity units of DynamoDB to requests: those that a bucket refills in the seconds in which a key may use
 * that many units.
 */
export const requestsFor = (
  { quota, windowSeconds }: RateLimit,
  { readUnits, writeUnits }: { readUnits: number; writeUnits: number },
): number =>
  Math.ceil(
    Math.max(readUnits / UNITS_PER_SECOND.read, writeUnits / UNITS_PER_SECOND.write) *
      (quota / windowSeconds),
  );

/** Requests taken out of a bucket together, and by how many milliseconds that delays the time at which it is full. */
export interface Lease {
  requests: number;
  millis: number;
  /** The latest time at which the bucket may be full before the lease and still contain that many requests. */
  latestFullAt: number;
}

/** The lease of at least `least` requests; undefined when the bucket holds fewer. */
export function createLease(limit: RateLimit, fullAt: number, now: number, least: number): Lease | undefined {
  const held = requestsLeft(limit, fullAt, now);
  if (held < least) return undefined;
  const requests = Math.max(least, Math.floor(held * LEASED_PART));
  const millis = requests * millisPerRequest(limit);
  return { requests, millis, latestFullAt: now + windowMillis(limit) - millis };
}

/**
 * The lease of requests that were already made, even if the bucket holds fewer: it is then full later than a window
 * from now.
 */
export const createDebit = (limit: RateLimit, requests: number): Lease => ({
  requests,
  millis: requests * millisPerRequest(limit),
  latestFullAt: Number.MAX_SAFE_INTEGER,
});

/** Whole seconds until a bucket is full. */
export const secondsToFull = (fullAt: number, now: number): number =>
  Math.max(0, Math.ceil((fullAt - now) / 1_000));

/** Whole seconds, at least one, until a bucket holds this many requests. */
export const secondsToHold = (limit: RateLimit, fullAt: number, now: number, requests: number): number =>
  Math.max(1, secondsToFull(fullAt - windowMillis(limit) + requests * millisPerRequest(limit), now));
