import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { eventKeys, eventPrefixes } from '../keys.ts';
import { compress, decompress } from './event-items.ts';
import { splitChanges } from './log-builder.ts';
import type { Change } from './stream-record.ts';

/** Parked changes that were written together. */
export interface ParkedChanges {
  key: { PK: string; SK: string };
  employerId: number;
  /** The time of the first change, in milliseconds since 1970. */
  since: number;
  /** Reads the changes, in their order. */
  changes: () => Change[];
}

const parkedFrom = ({ PK, SK, employerId, since, changes }: Item): ParkedChanges => ({
  key: { PK, SK },
  employerId,
  since,
  changes: () => decompress(changes) as Change[],
});

/**
 * Changes that the logs of their employers could not take yet. While an employer has parked changes, later ones are
 * parked too, which keeps their order; one shard of the stream has one builder at a time.
 */
export function parkedChanges(db: Database) {
  /** Lists parked changes, those of each employer in order. */
  const list = async (): Promise<ParkedChanges[]> => {
    const items = await db.query({
      KeyConditionExpression: '#PK = :PK',
      ExpressionAttributeNames: { '#PK': 'PK' },
      ExpressionAttributeValues: { ':PK': eventPrefixes.parkedChanges },
      ConsistentRead: true,
    });
    return items.map(parkedFrom);
  };

  return {
    list,

    /** Parks changes of an employer, in their order. */
    park: async (employerId: number, changes: readonly Change[]): Promise<void> => {
      for (const part of splitChanges(changes)) {
        const [{ sequenceNumber, event }] = part;
        const Item = {
          ...eventKeys.parkedChanges(employerId, sequenceNumber),
          employerId,
          since: Date.parse(event.timestamp),
          changes: compress(part),
        };
        await db.put({ Item });
      }
    },

    remove: ({ key: Key }: ParkedChanges): Promise<void> => db.delete({ Key }),
  };
}
