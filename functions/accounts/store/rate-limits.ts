import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { createDebit, createLease, windowMillis, type Lease, type RateLimit } from '../domain/rate-limit.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { accountKeys } from '../keys.ts';
import { timeToLive } from '../../platform/dynamodb/table.ts';

/** How long the item of a full bucket is kept, in milliseconds. A missing item means a full bucket too. */
const RETENTION_MILLIS = 60_000;

/** The expressions of the two writes: for a bucket that seems full, and for a bucket that is not full. */
const writes = {
  full: {
    UpdateExpression: 'SET #fullAt = :fullAt, #at = :now, #timeToLive = :timeToLive',
    ConditionExpression: 'attribute_not_exists(#fullAt) OR #fullAt <= :now OR #at > :ahead',
  },
  filling: {
    UpdateExpression: 'SET #fullAt = #fullAt + :millis, #at = :now, #timeToLive = :timeToLive',
    ConditionExpression: '#fullAt > :now AND #fullAt <= :latestFullAt',
  },
} as const;

const expressionValuesFor = {
  full: ({ millis }: Lease, now: number, maxFullAt: number) => ({
    ':fullAt': now + millis,
    ':ahead': maxFullAt,
  }),
  filling: ({ millis, latestFullAt }: Lease) => ({ ':millis': millis, ':latestFullAt': latestFullAt }),
} as const;

/** A container's request for a lease. Times are in milliseconds since 1970. */
interface LeaseRequest {
  limit: RateLimit;
  /** When the bucket is full, by the last state that the container knows. */
  fullAt: number;
  now: number;
  least: number;
  isDebit: boolean;
}

/** The rate-limit buckets of accounts, shared by all containers. */
export function rateLimitStore(db: Database) {
  return {
    /**
     * Takes at least `least` requests out of a bucket. Returns how many (0 when it holds fewer), and when the
     * bucket will be full, in milliseconds since 1970. Costs one conditional write, and one more whenever `fullAt` is
     * out of date; none when even the given `fullAt` leaves too few, because that value only grows. `isDebit` takes
     * requests that were already made, even if it holds fewer. A bucket written by a clock more than a window ahead
     * counts as full, because its time is meaningless here.
     */
    lease: async (
      bucket: string,
      { limit, now, least, isDebit, ...seen }: LeaseRequest,
    ): Promise<{ requests: number; fullAt: number }> => {
      const windowEnd = now + windowMillis(limit);
      for (let { fullAt } = seen; ;) {
        const lease = isDebit ? createDebit(limit, least) : createLease(limit, fullAt, now, least);
        if (!lease) return { requests: 0, fullAt };
        const state = fullAt > now ? 'filling' : 'full';
        const latest = Math.max(fullAt + lease.millis, windowEnd);
        try {
          const item = await db.update({
            Key: accountKeys.rateLimit(bucket),
            ...writes[state],
            ExpressionAttributeNames: { '#fullAt': 'fullAt', '#at': 'at', '#timeToLive': timeToLive },
            ExpressionAttributeValues: {
              ':now': now,
              ':timeToLive': Math.ceil((latest + RETENTION_MILLIS) / 1_000),
              ...expressionValuesFor[state](lease, now, windowEnd),
            },
            ReturnValues: 'ALL_NEW',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          });
          return { requests: lease.requests, fullAt: item['fullAt'] };
        } catch (error) {
          if (!(error instanceof ConditionalCheckFailedException)) throw error;
          // The document client does not unmarshall the items in errors.
          const [stored, at] = ['fullAt', 'at'].map((name) => Number(error.Item?.[name]?.N ?? 0));
          fullAt = at! > windowEnd ? 0 : stored!;
        }
      }
    },
  };
}
