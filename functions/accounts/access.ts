import { now } from '../platform/time/clock.ts';
import type { ChainServices, Incoming } from '../http/incoming.ts';
import {
  bestEffortDatabaseFor,
  databaseFor,
  addUsage,
  type RequestTime,
} from '../platform/request-database.ts';
import { apiKeyAccess } from './store/api-keys.ts';
import { partnerEmployers } from './store/partner-entries.ts';
import { rateLimitStore } from './store/rate-limits.ts';
import type { Author } from '../platform/dynamodb/last-write.ts';
import type { RateLimitStatus } from './domain/rate-limit.ts';
import type { ApiKey } from './domain/api-key.ts';
import type { Employer } from './domain/employer.ts';

/** The services of an operation that needs an API key. */
export interface KeyedServices extends ChainServices {
  apiKeys: Pick<ReturnType<typeof apiKeyAccess>, 'get' | 'markUsed'> & {
    /** Finds one of a partner's employers. */
    employerOf: ReturnType<typeof partnerEmployers>['get'];
    lease: ReturnType<typeof rateLimitStore>['lease'];
  };
}

/** The table, and the services of an operation that needs an API key. */
export function employerAccess(context: RequestTime) {
  const db = databaseFor(context);
  const bestEffort = bestEffortDatabaseFor(context);
  const access: KeyedServices = {
    apiKeys: {
      get: apiKeyAccess(db).get,
      employerOf: (partnerId, id) => partnerEmployers(db).get(partnerId, id),
      markUsed: apiKeyAccess(bestEffort).markUsed,
      lease: (...request) => rateLimitStore(bestEffort).lease(...request),
    },
    usage: () => addUsage(db.usage(), bestEffort.usage()),
    now,
  };
  return { db, access };
}

/** The table, and the services of a public function. */
export function publicAccess(context: RequestTime) {
  const db = databaseFor(context);
  return { db, access: { usage: db.usage, now } };
}

/** The sender of a request with an API key. */
export interface Caller {
  /** The subject of the request: an employer, which a partner names by Employer-Id, or the partner itself. */
  account: Employer;
  key: Pick<ApiKey, 'id' | 'permissions' | 'createdBy' | 'expiresAt'>;
  /** The author of the request's writes, for the event log. */
  author: Author;
}

/** A caller as the middleware chain knows it while it handles the request. */
export interface ChainCaller extends Caller {
  /**
   * The id of the rate-limit bucket: the id of the key's account, and for a partner also the employer's id. For a request
   * that the key may not make, that of the key.
   */
  bucket: string;
  /** The number of requests counted so far; absent when RATE_LIMITS is off or the bucket could not be read. */
  counted?: { status: RateLimitStatus; requests: number };
  /** The pending write that records the use of the key. */
  useRecord?: Promise<void>;
}

/** An event of an operation that needs an API key. */
export type KeyedEvent = Omit<Incoming, 'caller' | 'services'> & {
  /** The caller, which `authenticate` sets. */
  caller?: ChainCaller;
  services: KeyedServices;
};
