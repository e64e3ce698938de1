import type { Database } from './database.ts';
import { tableKeys, timeToLive } from './table.ts';

/** Counts the applications of an hour: the hash of what is counted has the hour in it. */
export const expiringCounts = (db: Database) => ({
  /** Adds to what a hash stands for, until a second since 1970. Returns the count. */
  add: async (hash: string, until: number, by = 1): Promise<number> => {
    const { count } = await db.update({
      Key: tableKeys.expiringCount(hash),
      UpdateExpression: 'SET #timeToLive = :timeToLive ADD #count :by',
      ExpressionAttributeNames: { '#count': 'count', '#timeToLive': timeToLive },
      ExpressionAttributeValues: { ':by': by, ':timeToLive': until },
      ReturnValues: 'ALL_NEW',
    });
    return count;
  },
});
