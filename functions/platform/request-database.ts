import type { Context } from 'aws-lambda';
import { database, type Usage } from './dynamodb/database.ts';
import { setting } from './config.ts';
import { createClient } from './store-client.ts';

const client = createClient();
const tableName = setting('TABLE_NAME');

export type RequestTime = Pick<Context, 'getRemainingTimeInMillis'>;

/** The table, for the time of one request. */
export const databaseFor = ({ getRemainingTimeInMillis }: RequestTime) =>
  database({ client, tableName, remainingMillis: getRemainingTimeInMillis });

/** How long a write may take that no response depends on; the embedded engine has the time of a busy machine. */
const BEST_EFFORT_MILLIS = setting('ENGINE_URL') === undefined ? 1_000 : 10_000;

/** For writes that no response depends on: one short call each, and they never make its outcome uncertain. */
export const bestEffortDatabaseFor = ({ getRemainingTimeInMillis }: RequestTime) =>
  database({
    client,
    tableName,
    remainingMillis: getRemainingTimeInMillis,
    singleCallMillis: BEST_EFFORT_MILLIS,
  });

/** What two databases of one request have cost together. */
export const sumOf = (one: Usage, other: Usage): Usage => ({
  calls: one.calls + other.calls,
  readUnits: one.readUnits + other.readUnits,
  writeUnits: one.writeUnits + other.writeUnits,
});

/** Databases of their own for the operations of one request, beside what the request itself has cost. */
export function databasesBeside(context: RequestTime, ownUsage: () => Usage) {
  const databases: ReturnType<typeof databaseFor>[] = [];
  return {
    /** A database that may have a shorter time, in milliseconds from now. */
    another: (millis = Infinity) => {
      const end = performance.now() + millis;
      const getRemainingTimeInMillis = () =>
        Math.min(context.getRemainingTimeInMillis(), end - performance.now());
      const alone = databaseFor({ getRemainingTimeInMillis });
      databases.push(alone);
      return alone;
    },
    usage: () => databases.reduce((sum, each) => sumOf(sum, each.usage()), ownUsage()),
  };
}
