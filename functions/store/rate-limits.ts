import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { leaseFrom, type Lease, type RateLimit } from '../domain/rate-limit.ts';
import type { Database } from './database.ts';
import { keys, timeToLive } from './table.ts';

/** How long the item of a bucket outlives the instant at which it is full, in milliseconds: no item, no difference. */
const KEPT_MILLIS = 60_000;

/** A write for a bucket that is thought to be full, and one for a bucket that is filling up. */
const writes = {
  full: {
    UpdateExpression: 'SET #fullAt = :fullAt, #timeToLive = :timeToLive',
    ConditionExpression: 'attribute_not_exists(#fullAt) OR #fullAt <= :now',
  },
  filling: {
    UpdateExpression: 'SET #fullAt = #fullAt + :millis, #timeToLive = :timeToLive',
    ConditionExpression: '#fullAt > :now AND #fullAt <= :latestFullAt',
  },
} as const;

const valuesFor = {
  full: ({ millis }: Lease, now: number) => ({ ':fullAt': now + millis }),
  filling: ({ millis, latestFullAt }: Lease) => ({ ':millis': millis, ':latestFullAt': latestFullAt }),
} as const;

/** The buckets of the API keys, which all containers share. */
export function rateLimitStore(db: Database) {
  return {
    /**
     * Takes requests out of the bucket of a key, and answers how many and when the bucket will be full (milliseconds
     * since 1970); none when it is empty. One conditional write, and another where `fullAt` was not the last of it;
     * no call at all when the bucket cannot hold a request even by the `fullAt` given, for that only ever grows.
     */
    lease: async (
      hash: string,
      { limit, now, ...seen }: { limit: RateLimit; fullAt: number; now: number },
    ): Promise<{ requests: number; fullAt: number }> => {
      for (let { fullAt } = seen; ;) {
        const lease = leaseFrom(limit, fullAt, now);
        if (!lease) return { requests: 0, fullAt };
        const bucket = fullAt > now ? 'filling' : 'full';
        try {
          const item = await db.update({
            Key: keys.rateLimit(hash),
            ...writes[bucket],
            ExpressionAttributeNames: { '#fullAt': 'fullAt', '#timeToLive': timeToLive },
            ExpressionAttributeValues: {
              ':now': now,
              ':timeToLive': Math.ceil((lease.latestFullAt + lease.millis + KEPT_MILLIS) / 1_000),
              ...valuesFor[bucket](lease, now),
            },
            ReturnValues: 'ALL_NEW',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          });
          return { requests: lease.requests, fullAt: item['fullAt'] };
        } catch (error) {
          if (!(error instanceof ConditionalCheckFailedException)) throw error;
          // The document client leaves the items of errors as they come over the wire.
          fullAt = Number(error.Item?.['fullAt']?.N ?? 0);
        }
      }
    },
  };
}
