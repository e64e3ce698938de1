import type { Plan } from './employer.ts';

/** How many requests an API key may make: a bucket that holds the quota at most and fills up evenly in the window. */
export interface RateLimit {
  /** The name of the policy in the headers. */
  name: string;
  /** Requests. */
  quota: number;
  windowSeconds: number;
}

/** The limit of each API key by the plan of its employer. One more request takes a whole number of milliseconds. */
export const rateLimits: Readonly<Record<Plan, RateLimit>> = {
  standard: { name: 'standard', quota: 600, windowSeconds: 60 },
  unlimited: { name: 'unlimited', quota: 3_000, windowSeconds: 60 },
};

/** A lease takes this part of what the bucket holds, and at least one request. */
const LEASED_PART = 1 / 20;

const windowMillis = ({ windowSeconds }: RateLimit) => windowSeconds * 1_000;

const millisPerRequest = (limit: RateLimit) => windowMillis(limit) / limit.quota;

/**
 * How many requests a bucket holds. Instants are milliseconds since 1970; the one at which the bucket is full again says
 * all that there is to know of it (the generic cell rate algorithm, ITU-T I.371).
 */
export const requestsHeld = (limit: RateLimit, fullAt: number, now: number): number =>
  Math.max(0, Math.floor((windowMillis(limit) - Math.max(0, fullAt - now)) / millisPerRequest(limit)));

/** Requests that are taken out of a bucket at once, and by how much later it is full for that, in milliseconds. */
export interface Lease {
  requests: number;
  millis: number;
  /** The latest that the bucket may have been full before, for it to hold so many. */
  latestFullAt: number;
}

/** What to take out of a bucket; undefined when it is empty. */
export function leaseFrom(limit: RateLimit, fullAt: number, now: number): Lease | undefined {
  const held = requestsHeld(limit, fullAt, now);
  if (held < 1) return undefined;
  const requests = Math.max(1, Math.floor(held * LEASED_PART));
  const millis = requests * millisPerRequest(limit);
  return { requests, millis, latestFullAt: now + windowMillis(limit) - millis };
}

/** Whole seconds until a bucket is full; of an empty one, until it holds a request again. */
export function secondsToWait(limit: RateLimit, fullAt: number, now: number, isEmpty: boolean): number {
  const instant = isEmpty ? fullAt - windowMillis(limit) + millisPerRequest(limit) : fullAt;
  return Math.max(isEmpty ? 1 : 0, Math.ceil((instant - now) / 1_000));
}
