import { now } from '../platform/time/clock.ts';
import type { ChainServices } from '../http/incoming.ts';
import {
  bestEffortDatabaseFor,
  databaseFor,
  addUsage,
  type RequestTime,
} from '../platform/request-database.ts';
import { apiKeyAccess } from './store/api-keys.ts';
import { partnerEmployers } from './store/partner-entries.ts';
import { rateLimitStore } from './store/rate-limits.ts';

/** The services of an operation that needs an API key. */
export interface KeyedServices extends ChainServices {
  apiKeys: Pick<ReturnType<typeof apiKeyAccess>, 'get' | 'markUsed'> & {
    /** Finds an employer of a partner. */
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
      employerOf: partnerEmployers(db).get,
      markUsed: apiKeyAccess(bestEffort).markUsed,
      lease: rateLimitStore(bestEffort).lease,
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
