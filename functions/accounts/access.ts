import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { ChainServices, Incoming } from '../http/incoming.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import type { Author } from '../platform/dynamodb/last-write.ts';
import { timeToLive } from '../platform/dynamodb/table.ts';
import {
  bestEffortDatabaseFor,
  databaseFor,
  addUsage,
  type RequestTime,
} from '../platform/request-database.ts';
import { now } from '../platform/time/clock.ts';
import type { ApiKey } from './domain/api-key.ts';
import type { Employer } from './domain/employer.ts';
import {
  createDebit,
  createLease,
  windowMillis,
  type Lease,
  type RateLimit,
  type RateLimitStatus,
} from './domain/rate-limit.ts';
import { accountKeys } from './keys.ts';
import { apiKeyAccess } from './store/api-keys.ts';
import { partnerEmployers } from './store/partner-entries.ts';

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
  full: ({ millis }: Lease, nowMillis: number, maxFullAt: number) => ({
    ':fullAt': nowMillis + millis,
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
      { limit, now: nowMillis, least, isDebit, ...seen }: LeaseRequest,
    ): Promise<{ requests: number; fullAt: number }> => {
      const windowEnd = nowMillis + windowMillis(limit);
      for (let { fullAt } = seen; ;) {
        const lease = isDebit ? createDebit(limit, least) : createLease(limit, fullAt, nowMillis, least);
        if (!lease) return { requests: 0, fullAt };
        const state = fullAt > nowMillis ? 'filling' : 'full';
        const latest = Math.max(fullAt + lease.millis, windowEnd);
        try {
          const item = await db.update({
            Key: accountKeys.rateLimit(bucket),
            ...writes[state],
            ExpressionAttributeNames: { '#fullAt': 'fullAt', '#at': 'at', '#timeToLive': timeToLive },
            ExpressionAttributeValues: {
              ':now': nowMillis,
              ':timeToLive': Math.ceil((latest + RETENTION_MILLIS) / 1_000),
              ...expressionValuesFor[state](lease, nowMillis, windowEnd),
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

/** The services of an operation that needs an API key. */
export interface KeyedServices extends ChainServices {
  apiKeys: Pick<ReturnType<typeof apiKeyAccess>, 'get' | 'markUsed'> & {
    /** Finds one of a partner's employers. */
    employerOf: ReturnType<typeof partnerEmployers>['get'];
    lease: ReturnType<typeof rateLimitStore>['lease'];
  };
}

/** The table, and the services of an operation that needs an API key. */
export function employerAccess(context: RequestTime) {
  const db = databaseFor(context);
  const bestEffort = bestEffortDatabaseFor(context);
  const access: KeyedServices = {
    apiKeys: {
      get: apiKeyAccess(db).get,
      employerOf: (partnerId, id) => partnerEmployers(db).get(partnerId, id),
      markUsed: apiKeyAccess(bestEffort).markUsed,
      lease: rateLimitStore(bestEffort).lease,
    },
    usage: () => addUsage(db.usage(), bestEffort.usage()),
    now,
  };
  return { db, access };
}

/** The table, and the services of a public function. */
export function publicAccess(context: RequestTime) {
  const db = databaseFor(context);
  return { db, access: { usage: db.usage, now } };
}

/** The sender of a request with an API key. */
export interface Caller {
  /** The subject of the request: an employer, which a partner names by Employer-Id, or the partner itself. */
  account: Employer;
  key: Pick<ApiKey, 'id' | 'permissions' | 'expiresAt'>;
  /** The author of the request's writes, for the event log. */
  author: Author;
}

/** A caller as the middleware chain knows it while it handles the request. */
export interface ChainCaller extends Caller {
  /** The id of the rate-limit bucket: the id of the key's account, and for a partner also the employer's id. */
  bucket: string;
  /** The number of requests counted so far; absent when RATE_LIMITS is off or the bucket could not be read. */
  counted?: { status: RateLimitStatus; requests: number };
  /** The pending write that records the use of the key. */
  useRecord?: Promise<void>;
}

/** An event of an operation that needs an API key. */
export type KeyedEvent = Omit<Incoming, 'caller' | 'services'> & {
  /** The caller, which `authenticate` sets. */
  caller?: ChainCaller;
  services: KeyedServices;
};
