import type { Database } from './database.ts';
import { tableKeys, timeToLive } from './table.ts';

/** Counters that expire, by a hash of what they count and its period. */
export const expiringCounts = (db: Database) => ({
  /** Adds to the counter of a hash, which expires at a time in seconds since 1970. Returns the count. */
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
