import type { ChainRequest, Incoming, Middleware } from '../http/incoming.ts';
import { retryAfterSeconds } from '../http/problem-response.ts';
import { setting } from '../platform/config.ts';
import { rateLimits, requestsFor, allowances } from './domain/rate-limit.ts';
import { Refusal, StoreUnavailable } from '../platform/errors.ts';
import type { KeyedEvent } from './access.ts';

const leasesOfContainer = allowances();

/** The rate limit status of a key after requests that it is about to make (`spend`) or has made (`charge`). */
async function statusAfter({ caller, services }: KeyedEvent, method: 'spend' | 'charge', requests: number) {
  if (!caller) return undefined;
  const { account, bucket } = caller;
  const limit = rateLimits[account.plan];
  const now = services.now().getTime();
  const isDebit = method === 'charge';
  try {
    return await leasesOfContainer[method](bucket, { limit, now, requests }, (fullAt, least) =>
      services.apiKeys.lease(bucket, { limit, fullAt, now, least, isDebit }),
    );
  } catch (error) {
    // If the bucket cannot be read, the request is allowed: without the store, most requests fail with a 503 anyway.
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}

/**
 * Counts requests of the API key when RATE_LIMITS is on. Refuses with `rate_limit_exceeded` when its plan does not
 * allow all of them now; then none is counted.
 */
export async function countRequests(event: Incoming, requests: number): Promise<void> {
  const keyed = event as KeyedEvent;
  const { caller } = keyed;
  const status = caller && setting('RATE_LIMITS') ? await statusAfter(keyed, 'spend', requests) : undefined;
  if (!status || !caller) return;
  const before = caller.counted?.requests ?? 0;
  caller.counted = { status, requests: status.allowed ? before + requests : before };
  if (status.allowed) return;
  const { limit } = status;
  const retryAfter = retryAfterSeconds(status.wait);
  throw new Refusal(
    'rate_limit_exceeded',
    `An account on this plan may make ${limit.quota} requests in ${limit.windowSeconds} s. Try again in ${retryAfter} s.`,
    { retryAfter },
  );
}

/** Charges the key for database usage that exceeds the requests counted so far. */
async function countUnits(request: ChainRequest): Promise<void> {
  const event = request.event as KeyedEvent;
  const counted = event.caller?.counted;
  if (!counted?.status.allowed) return;
  const more = requestsFor(counted.status.limit, event.services.usage()) - counted.requests;
  if (more > 0) counted.status = (await statusAfter(event, 'charge', more)) ?? counted.status;
}

/** Counts one request of the API key first. At the end, charges for database usage beyond this request. */
export const rateLimit = (): Middleware => ({
  before: ({ event }) => countRequests(event, 1),
  after: countUnits,
  onError: countUnits,
});

function addHeaders({ event, response }: ChainRequest): void {
  const counted = (event as KeyedEvent).caller?.counted;
  if (!counted || !response) return;
  const { limit, remaining, seconds } = counted.status;
  response.headers = {
    ...response.headers,
    'ratelimit-policy': `"${limit.name}";q=${limit.quota};w=${limit.windowSeconds}`,
    ratelimit: `"${limit.name}";r=${remaining};t=${seconds}`,
  };
}

/** Adds `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers) to every response, errors included. */
export const rateLimitHeaders = (): Middleware => ({ after: addHeaders, onError: addHeaders });
