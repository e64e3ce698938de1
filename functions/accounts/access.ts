import { now } from '../platform/time/clock.ts';
import { bestEffortDatabaseFor, databaseFor, sumOf, type RequestTime } from '../platform/request-database.ts';
import { apiKeyAccess } from './store/api-keys.ts';
import { partnerEmployers } from './store/partner-entries.ts';
import { rateLimitStore } from './store/rate-limits.ts';

/** What authentication needs in operations of employers, and the table for the rest of the request. */
export function employerAccess(context: RequestTime) {
  const db = databaseFor(context);
  const bestEffort = bestEffortDatabaseFor(context);
  return {
    db,
    access: {
      apiKeys: {
        get: apiKeyAccess(db).get,
        employerOf: partnerEmployers(db).get,
        markUsed: apiKeyAccess(bestEffort).markUsed,
        lease: rateLimitStore(bestEffort).lease,
      },
      usage: () => sumOf(db.usage(), bestEffort.usage()),
      now,
    },
  };
}

/** For operations that require no key. */
export const noApiKeys = {
  get: async () => undefined,
  employerOf: async () => undefined,
  markUsed: async () => undefined,
  lease: async (_: string, { fullAt }: { fullAt: number }) => ({ requests: 0, fullAt }),
};

/** What every public function needs, and the table for the rest of the request. */
export function publicAccess(context: RequestTime) {
  const db = databaseFor(context);
  return { db, access: { apiKeys: noApiKeys, usage: db.usage, now } };
}
