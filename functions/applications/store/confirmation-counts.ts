import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import {
  earliestSince,
  isTooMuch,
  withOneMore,
  type ConfirmationCount,
} from '../domain/confirmation-count.ts';
import { utcDayOf } from '../../platform/values/calendar.ts';
import { amended } from '../../platform/dynamodb/conditional-writes.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { lostRaceOver, unlessConditionFails } from '../../platform/dynamodb/failures.ts';
import { keys } from '../../platform/dynamodb/table.ts';

const Key = keys.confirmationCount();

const countFrom = (item: Item): ConfirmationCount => ({
  day: item['day'],
  today: item['today'],
  since: item['since'],
  mailed: item['mailed'],
  bounced: item['bounced'],
  stoppedAt: item['stoppedAt'] ?? null,
});

/** Counts the confirmations of the whole service, and stops them. */
export function confirmationCounts(db: Database) {
  /** The common case, in one write. Returns what there was if it is another case. */
  async function addOne(at: Date, max: number): Promise<'added' | ConfirmationCount | undefined> {
    try {
      await db.update({
        Key,
        UpdateExpression: 'SET #today = #today + :one, #mailed = #mailed + :one',
        ConditionExpression:
          '#day = :day AND #since >= :earliest AND #today < :max AND attribute_not_exists(#stoppedAt)',
        ExpressionAttributeNames: {
          '#day': 'day',
          '#today': 'today',
          '#since': 'since',
          '#mailed': 'mailed',
          '#stoppedAt': 'stoppedAt',
        },
        ExpressionAttributeValues: {
          ':one': 1,
          ':day': utcDayOf(at),
          ':earliest': earliestSince(at),
          ':max': max,
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      return 'added';
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      // The document client does not unmarshall the items in errors.
      return error.Item && countFrom(unmarshall(error.Item));
    }
  }

  return {
    get: async (): Promise<ConfirmationCount | undefined> => {
      const item = await db.get({ Key });
      return item && countFrom(item);
    },

    /** Counts one more confirmation of a day that may have so many. Returns whether there may be one. */
    add: (at: Date, max: number): Promise<boolean> =>
      db.rerun(async () => {
        const before = await addOne(at, max);
        if (before === 'added') return true;
        const after = withOneMore(before, at, max);
        if (!after) return false;
        const { Update } = amended(Key, after, before ?? { day: null });
        await db.update(Update).catch(lostRaceOver());
        return true;
      }),

    /** Counts one that bounced, and stops them if that is too much. Returns the count if this one stopped them. */
    addBounce: async (at: Date): Promise<ConfirmationCount | undefined> => {
      const count = await unlessConditionFails(
        db.update({
          Key,
          UpdateExpression: 'ADD #bounced :one',
          // After a new beginning there is none to which an earlier confirmation would belong.
          ConditionExpression: 'attribute_exists(#day)',
          ExpressionAttributeNames: { '#bounced': 'bounced', '#day': 'day' },
          ExpressionAttributeValues: { ':one': 1 },
          ReturnValues: 'ALL_NEW',
        }),
      );
      if (!count || !isTooMuch(countFrom(count))) return undefined;
      const stopped = await unlessConditionFails(
        db.update({
          Key,
          UpdateExpression: 'SET #stoppedAt = :at',
          ConditionExpression: 'attribute_exists(#day) AND attribute_not_exists(#stoppedAt)',
          ExpressionAttributeNames: { '#day': 'day', '#stoppedAt': 'stoppedAt' },
          ExpressionAttributeValues: { ':at': at.toISOString() },
          ReturnValues: 'ALL_NEW',
        }),
      );
      return stopped && countFrom(stopped);
    },

    /** Lets confirmations begin anew, whatever bounced before. */
    forget: (): Promise<void> => db.delete({ Key }),
  };
}
