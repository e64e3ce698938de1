import type { Context } from 'aws-lambda';
import { database, type Usage } from './dynamodb/database.ts';
import { setting } from './config.ts';
import { storeClient } from './store-client.ts';

const client = storeClient();
const tableName = setting('TABLE_NAME');

export type RequestTime = Pick<Context, 'getRemainingTimeInMillis'>;

/** The table, for the time of one request. */
export const databaseFor = ({ getRemainingTimeInMillis }: RequestTime) =>
  database({ client, tableName, remainingMillis: getRemainingTimeInMillis });

/** Enough for one call of 1 s and no retry: see the limits in `dynamodb/`. */
const BEST_EFFORT_MILLIS = 1_500;

/** For writes that no response depends on: a short time of their own, and they never make its outcome uncertain. */
export const bestEffortDatabaseFor = ({ getRemainingTimeInMillis }: RequestTime) =>
  database({
    client,
    tableName,
    remainingMillis: () => Math.min(BEST_EFFORT_MILLIS, getRemainingTimeInMillis()),
  });

/** What two databases of one request have cost together. */
export const sumOf = (one: Usage, other: Usage): Usage => ({
  calls: one.calls + other.calls,
  readUnits: one.readUnits + other.readUnits,
  writeUnits: one.writeUnits + other.writeUnits,
});
