import { setting } from '../platform/config.ts';
import { rateLimits, requestsFor } from '../accounts/domain/rate-limit.ts';
import { Refusal, StoreUnavailable } from '../platform/errors.ts';
import { allowances } from '../accounts/domain/allowance.ts';
import type { ChainRequest, Incoming, Middleware } from './incoming.ts';
import { retryAfterSeconds } from './retry-after.ts';

const ofThisContainer = allowances();

/** The rate limit of a key after requests that it is about to make (`spend`), or has already made (`charge`). */
async function statusAfter({ caller, services }: Incoming, method: 'spend' | 'charge', requests: number) {
  if (!caller) return undefined;
  const { employer, bucket } = caller;
  const limit = rateLimits[employer.plan];
  const now = services.now().getTime();
  const areOwed = method === 'charge';
  try {
    return await ofThisContainer[method](bucket, { limit, now, requests }, (fullAt, least) =>
      services.apiKeys.lease(bucket, { limit, fullAt, now, least, areOwed }),
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
  const status = setting('RATE_LIMITS') ? await statusAfter(event, 'spend', requests) : undefined;
  if (!status) return;
  const before = event.counted?.requests ?? 0;
  event.counted = { status, requests: status.allowed ? before + requests : before };
  if (status.allowed) return;
  const { limit } = status;
  const retryAfter = retryAfterSeconds(status.wait);
  throw new Refusal(
    'rate_limit_exceeded',
    `An account on this plan may make ${limit.quota} requests in ${limit.windowSeconds} s. Try again in ${retryAfter} s.`,
    { retryAfter },
  );
}

/** Counts a request that has used many units of DynamoDB as more than it counts as so far. */
async function countUnits({ event }: ChainRequest): Promise<void> {
  const { counted, services } = event;
  if (!counted?.status.allowed) return;
  const more = requestsFor(counted.status.limit, services.usage()) - counted.requests;
  if (more > 0) counted.status = (await statusAfter(event, 'charge', more)) ?? counted.status;
}

/** Counts one request of the API key, and in the end as many as what it has used counts as. */
export const rateLimit = (): Middleware => ({
  before: ({ event }) => countRequests(event, 1),
  after: countUnits,
  onError: countUnits,
});

function addHeaders({ event, response }: ChainRequest): void {
  if (!event.counted || !response) return;
  const { limit, remaining, seconds } = event.counted.status;
  response.headers = {
    ...response.headers,
    'ratelimit-policy': `"${limit.name}";q=${limit.quota};w=${limit.windowSeconds}`,
    ratelimit: `"${limit.name}";r=${remaining};t=${seconds}`,
  };
}

/** Adds `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers) to every response, errors included. */
export const rateLimitHeaders = (): Middleware => ({ after: addHeaders, onError: addHeaders });
