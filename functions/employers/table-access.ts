import type { Context } from 'aws-lambda';
import { apiKeyAccess } from './store/api-keys.ts';
import { database, type Usage } from '../platform/dynamodb/database.ts';
import { rateLimitStore } from './store/rate-limits.ts';
import { now } from '../platform/clock.ts';
import { setting } from '../platform/config.ts';
import { storeClient } from '../platform/store-client.ts';

const client = storeClient();
const tableName = setting('TABLE_NAME');

export type RequestTime = Pick<Context, 'getRemainingTimeInMillis'>;

/** The table, for the time of one request. */
export const databaseFor = ({ getRemainingTimeInMillis }: RequestTime) =>
  database({ client, tableName, remainingMillis: getRemainingTimeInMillis });

/** Enough for one call of 1 s and no retry: see the limits in `database.ts` and `attempts.ts`. */
const ASIDE_MILLIS = 1_500;

/** For writes that no response depends on: a short time of their own, and they never make its outcome uncertain. */
export const databaseAside = ({ getRemainingTimeInMillis }: RequestTime) =>
  database({ client, tableName, remainingMillis: () => Math.min(ASIDE_MILLIS, getRemainingTimeInMillis()) });

/** What two databases of one request have cost together. */
export const sumOf = (one: Usage, other: Usage): Usage => ({
  calls: one.calls + other.calls,
  readUnits: one.readUnits + other.readUnits,
  writeUnits: one.writeUnits + other.writeUnits,
});

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
