import type { Context } from 'aws-lambda';
import { database, type Usage } from './dynamodb/database.ts';
import { setting } from './config.ts';
import { createClient } from './store-client.ts';

const client = createClient();
const tableName = setting('TABLE_NAME');

export type RequestTime = Pick<Context, 'getRemainingTimeInMillis'>;

/** The table, with the deadline of one request. */
export const databaseFor = ({ getRemainingTimeInMillis }: RequestTime) =>
  database({ client, tableName, remainingMillis: getRemainingTimeInMillis });

/**
 * The time limit of a write that no response depends on, in milliseconds. The embedded engine gets that of a busy
 * machine.
 */
const BEST_EFFORT_MILLIS = setting('ENGINE_URL') === undefined ? 1_000 : 10_000;

/** A database for writes that no response depends on. Each write is one short call and never counts as unresolved. */
export const bestEffortDatabaseFor = ({ getRemainingTimeInMillis }: RequestTime) =>
  database({
    client,
    tableName,
    remainingMillis: getRemainingTimeInMillis,
    singleCallMillis: BEST_EFFORT_MILLIS,
  });

/** The total cost of two databases of one request. */
export const addUsage = (one: Usage, other: Usage): Usage => ({
  calls: one.calls + other.calls,
  readUnits: one.readUnits + other.readUnits,
  writeUnits: one.writeUnits + other.writeUnits,
});

/** Databases for the operations of one request, which count their cost separately from the request's own. */
export function databasePool(context: RequestTime, ownUsage: () => Usage) {
  const databases: ReturnType<typeof databaseFor>[] = [];
  return {
    /** Creates a database with an earlier deadline, in milliseconds from now. */
    nextDatabase: (millis = Infinity) => {
      const end = performance.now() + millis;
      const getRemainingTimeInMillis = () =>
        Math.min(context.getRemainingTimeInMillis(), end - performance.now());
      const single = databaseFor({ getRemainingTimeInMillis });
      databases.push(single);
      return single;
    },
    usage: () => databases.reduce((sum, each) => addUsage(sum, each.usage()), ownUsage()),
  };
}
