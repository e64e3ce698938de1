import { now } from '../platform/clock.ts';
import { databaseAside, databaseFor, sumOf, type RequestTime } from '../platform/request-database.ts';
import { apiKeyAccess } from './store/api-keys.ts';
import { rateLimitStore } from './store/rate-limits.ts';

/** What authentication needs in operations of employers, and the table for the rest of the request. */
export function employerAccess(context: RequestTime) {
  const db = databaseFor(context);
  const aside = databaseAside(context);
  return {
    db,
    access: {
      apiKeys: {
        get: apiKeyAccess(db).get,
        markUsed: apiKeyAccess(aside).markUsed,
        lease: rateLimitStore(aside).lease,
      },
      usage: () => sumOf(db.usage(), aside.usage()),
      now,
    },
  };
}

/** For operations that require no key. */
export const noApiKeys = {
  get: async () => undefined,
  markUsed: async () => undefined,
  lease: async (_: string, { fullAt }: { fullAt: number }) => ({ requests: 0, fullAt }),
};

/** What every public function needs, and the table for the rest of the request. */
export function publicAccess(context: RequestTime) {
  const db = databaseFor(context);
  return { db, access: { apiKeys: noApiKeys, usage: db.usage, now } };
}
