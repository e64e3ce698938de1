import { idText } from '../../schemas/limits.ts';
import { type KeyedAccess, operations, type Operation, type OperationId } from '../../schemas/operations.ts';
import { type Permission, permissionFor } from '../../schemas/permission.ts';
import { header, type ChainRequest, type Middleware, type Handler, type Incoming } from '../http/incoming.ts';
import type { ServicesFor } from '../http/lambda-handler.ts';
import { ttlCache } from '../platform/cache.ts';
import { Refusal, StoreUnavailable } from '../platform/errors.ts';
import type { KeyedServices, ChainCaller, KeyedEvent, Caller } from './access.ts';
import { hashApiKey, isEndingSoon, isUsable, isUseStale } from './domain/api-key.ts';
import { isPartner, type Employer } from './domain/employer.ts';
import { hasPermission, permissionMissing } from './domain/key-permissions.ts';
import {
  operationHandler,
  runOnEvent,
  type AuthMiddlewares,
  type Overrides,
  type Run as OperationRun,
} from '../http/chain.ts';
import { validate } from '../http/validate.ts';
import { retryAfterSeconds } from '../http/problem-response.ts';
import { setting } from '../platform/config.ts';
import { rateLimits, requestsFor, allowances } from './domain/rate-limit.ts';

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

/** The access rules of an operation: what it requires of the API key. */
interface KeyRule {
  access: KeyedAccess;
  permission: Permission;
  /** Whether the operation grants lasting authority. If so, it reads key and account again, strongly. */
  grants?: true | undefined;
  /** Whether the operation writes. If so, it reads again, strongly, whether the employer belongs to the partner. */
  isWrite: boolean;
}

type KeyRead = Awaited<ReturnType<KeyedServices['apiKeys']['get']>> & object;

const keyCache = ttlCache<KeyRead>();
const employerCache = ttlCache<Employer>();

const employerNotFound = () =>
  new Refusal('employer_not_found', 'You have no employer with this Employer-Id.');

const partnerOnly = () =>
  new Refusal(
    'partner_only',
    "This needs the key of a partner, without Employer-Id: an employer's key has its own operations.",
  );

const suspensions = {
  employer_suspended: 'This employer account is suspended. Contact the operator.',
  partner_suspended: 'This partner account is suspended. Contact the operator.',
} as const;

function requireActive(account: Employer): void {
  if (account.suspendedAt === null) return;
  const code = isPartner(account) ? 'partner_suspended' : 'employer_suspended';
  throw new Refusal(code, suspensions[code]);
}

/** Refuses unknown, foreign and malformed ids in the same way. */
async function employerOfPartner(
  partner: Employer,
  text: string,
  { services }: KeyedEvent,
  mustRead: boolean,
): Promise<Employer> {
  const id = Number(text);
  if (!idText.test(text)) throw employerNotFound();
  const authenticated = await employerCache(`${partner.id}-${id}`, services.now, {
    read: () => services.apiKeys.employerOf(partner.id, id),
    mustRead,
  });
  if (!authenticated) throw employerNotFound();
  return authenticated.found;
}

/**
 * Finds the employer that a partner's Employer-Id names (guide: authentication 1 to 4); undefined for a request about
 * the key's own account. Refuses with `employer_missing`, `employer_not_found` or `partner_only`.
 */
async function resolveEmployer(
  account: Employer,
  { access, isWrite }: KeyRule,
  event: KeyedEvent,
): Promise<Employer | undefined> {
  const employerId = header(event, 'employer-id');
  if (!isPartner(account)) {
    if (access === 'partner') throw partnerOnly();
    if (employerId !== undefined && employerId !== String(account.id)) throw employerNotFound();
    return undefined;
  }
  if (access === 'partner' && employerId !== undefined) throw partnerOnly();
  if (access === 'employer' && employerId === undefined) {
    throw new Refusal('employer_missing', 'With the key of a partner, send the header Employer-Id.');
  }
  return employerId === undefined ? undefined : employerOfPartner(account, employerId, event, isWrite);
}

const pendingUseRecord = async ({ event }: ChainRequest) => (event as KeyedEvent).caller?.useRecord;

/**
 * Sets the caller from the API key and Employer-Id (guide: authentication 1 to 4). Refuses with `api_key_invalid`; also
 * refuses, and counts the request for the key alone, when an account is suspended, or when the key may not call this
 * operation or act for this employer. Records the use of the key in parallel with the operation; the response waits for
 * that, because Lambda freezes once it is sent.
 */
export const authenticate = (rule: KeyRule): Middleware => ({
  before: async (request) => {
    const event = request.event as KeyedEvent;
    const { apiKeys, now } = event.services;
    const hash = hashApiKey(header(event, 'api-key') ?? '');
    const cached =
      hash === undefined
        ? undefined
        : await keyCache(hash, now, {
            read: () => apiKeys.get(hash),
            isGood: ({ key }) => isUsable(key, now()),
            mustRead: rule.grants,
          });
    if (hash === undefined || !cached) {
      const otherHeader = ['Authorization', 'X-API-Key'].find(
        (name) => header(event, name.toLowerCase()) !== undefined,
      );
      const detail =
        header(event, 'api-key') === undefined && otherHeader
          ? `Send the key in the API-Key header, without a word before it, instead of ${otherHeader}.`
          : 'Send a valid key in the API-Key header.';
      throw new Refusal('api_key_invalid', detail);
    }
    const { found, isRead } = cached;
    const { employer: account, author, key } = found;
    const caller: ChainCaller = { account, key, author, bucket: String(account.id) };
    event.caller = caller;
    try {
      requireActive(account);
      if (!hasPermission(key, rule.permission)) throw permissionMissing(rule.permission);
      const employer = await resolveEmployer(account, rule, event);
      if (employer) {
        Object.assign(caller, { account: employer, bucket: `${account.id}-${employer.id}` });
        requireActive(employer);
      }
    } catch (error) {
      // What a key may not do uses up nothing of its account.
      caller.bucket = `key ${key.id}`;
      await countRequests(event, 1);
      throw error;
    }
    if (isRead && isUseStale(key, now())) {
      // No response depends on the record of use, and the next read of the key tries again.
      caller.useRecord = apiKeys.markUsed(hash, now()).catch(() => undefined);
    }
  },
  after: pendingUseRecord,
  onError: pendingUseRecord,
});

function addKeyExpiry({ event, response }: ChainRequest): void {
  const { caller, services } = event as KeyedEvent;
  const expiresAt = caller?.key.expiresAt;
  if (!response || !expiresAt || !isEndingSoon(expiresAt, services.now())) return;
  response.headers = { ...response.headers, 'api-key-expires': new Date(expiresAt).toUTCString() };
}

/** Adds `API-Key-Expires` to every response, errors included, when the key is about to expire. */
export const keyExpiryHeader = (): Middleware => ({ after: addKeyExpiry, onError: addKeyExpiry });

/** The implementation of an operation that needs an API key. */
export type Run<Id extends OperationId, Services> = OperationRun<Id, Services, Caller>;

/** The middlewares that authenticate and limit the requests of an operation, as its row specifies. */
export function authMiddlewares(id: OperationId): AuthMiddlewares {
  const operation: Operation = operations[id];
  const { access, grants, method } = operation;
  return {
    headers: [rateLimitHeaders(), keyExpiryHeader()],
    checks: [
      authenticate({
        access: access as KeyedAccess,
        permission: permissionFor(operation),
        grants,
        isWrite: method !== 'GET',
      }),
      rateLimit(),
    ],
  };
}

/** Validates the request of an operation that needs an API key, and runs the operation, without its chain. */
export function runAuthenticated<Id extends OperationId, Services>(id: Id, run: Run<Id, Services>) {
  const parse = validate(id);
  const perform = runOnEvent<Id, Services, Caller>(id, run);
  return async (event: Incoming, services: Services) => perform({ ...event, parsed: parse(event) }, services);
}

/** The Lambda handler of an operation that needs an API key; see `operationHandler`. */
export const authenticatedOperation = <Id extends OperationId, Services extends KeyedServices>(
  id: Id,
  servicesFor: ServicesFor<Services>,
  run: Run<Id, Services>,
  overrides: Overrides = {},
): Handler => operationHandler(id, servicesFor, run, { overrides, auth: authMiddlewares(id) });
