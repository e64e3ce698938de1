import { setting } from '../wiring/config.ts';
import { rateLimits } from '../domain/rate-limit.ts';
import { Refusal } from '../domain/refusal.ts';
import { StoreUnavailable } from '../domain/store-unavailable.ts';
import { allowances } from './allowance.ts';
import type { ChainRequest, Incoming, Middleware } from './incoming.ts';
import { retryAfterSeconds } from './retry-after.ts';

const ofThisContainer = allowances();

async function standingOf({ employer, keyHash, services }: Incoming, requests: number) {
  if (!employer || keyHash === undefined) return undefined;
  const limit = rateLimits[employer.plan];
  const now = services.now().getTime();
  try {
    return await ofThisContainer.spend(keyHash, { limit, now, requests }, (fullAt, least) =>
      services.apiKeys.lease(keyHash, { limit, fullAt, now, least }),
    );
  } catch (error) {
    // If the bucket cannot be read, the request is allowed: if it needs the store, it fails with 503 anyway.
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}

/**
 * Counts requests of the API key where RATE_LIMITS is on. Refuses with `rate_limit_exceeded` if its plan does not allow
 * all of them at the moment; then none is counted.
 */
export async function countRequests(event: Incoming, requests: number): Promise<void> {
  const standing = setting('RATE_LIMITS') ? await standingOf(event, requests) : undefined;
  if (!standing) return;
  event.standing = standing;
  if (standing.allowed) return;
  const { limit } = standing;
  const retryAfter = retryAfterSeconds(standing.wait);
  throw new Refusal(
    'rate_limit_exceeded',
    `An API key on this plan may make ${limit.quota} requests in ${limit.windowSeconds} s. Try again in ${retryAfter} s.`,
    { retryAfter },
  );
}

/** Counts one request of the API key. */
export const rateLimit = (): Middleware => ({ before: ({ event }) => countRequests(event, 1) });

function addHeaders({ event, response }: ChainRequest): void {
  if (!event.standing || !response) return;
  const { limit, remaining, seconds } = event.standing;
  response.headers = {
    ...response.headers,
    'ratelimit-policy': `"${limit.name}";q=${limit.quota};w=${limit.windowSeconds}`,
    ratelimit: `"${limit.name}";r=${remaining};t=${seconds}`,
  };
}

/** Adds `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers) to every response, errors included. */
export const rateLimitHeaders = (): Middleware => ({ after: addHeaders, onError: addHeaders });
