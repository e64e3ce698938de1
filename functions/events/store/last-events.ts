import type { Database } from '../../platform/dynamodb/database.ts';
import { eventKeys, eventPrefixes } from '../keys.ts';

/** Reads the ids of the newest events of employers, by the employers' ids; none for an employer before its first event. */
export const lastEvents =
  (db: Database) =>
  async (employerIds: readonly number[]): Promise<Map<number, number>> => {
    const items = await db.batchGet(employerIds.map(eventKeys.newestEvents), {
      ProjectionExpression: '#PK, #number',
      ExpressionAttributeNames: { '#PK': 'PK', '#number': 'number' },
    });
    return new Map(items.map(({ PK, number }) => [Number(PK.slice(eventPrefixes.events.length)), number]));
  };
