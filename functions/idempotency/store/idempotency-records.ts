import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { IDEMPOTENCY_HOURS } from '../../../schemas/limits.ts';
import type { Database, Write } from '../../platform/dynamodb/database.ts';
import { keys, timeToLive, type Key } from '../../platform/dynamodb/table.ts';
import { Refusal } from '../../platform/values/refusal.ts';
import { secondsOf } from '../../platform/values/seconds.ts';
import type { Idempotency } from '../domain/idempotency-key.ts';

/** How long a record is kept, in seconds: 24 hours. */
const KEPT_SECONDS = IDEMPOTENCY_HOURS * 60 * 60;

/** The partition of what the request created. */
type Partition = Pick<Key, 'PK'>;

/** The response to the request that created a job, or an application for it: what a repeated request gets. */
export interface IdempotencyRecord {
  jobId: number;
  /** The public id of the job, if it has one. */
  publicId?: string | undefined;
  /** In seconds since 1970. */
  modifiedAt: number;
  /** The body. */
  text: string;
}

/** The write that stores a record, on condition that its key holds none or an expired one. */
export const keepIdempotencyRecord = (
  partition: Partition,
  { key, fingerprint }: Idempotency,
  { text, ...facts }: IdempotencyRecord,
): Write => ({
  Put: {
    Item: {
      ...keys.idempotency(partition, key),
      ...facts,
      fingerprint,
      // Compressed, because JSON escapes make a body longer than the job's item, and both are limited to 400 KB.
      answer: deflateRawSync(text),
      [timeToLive]: facts.modifiedAt + KEPT_SECONDS,
    },
    // Checks the time as well, because DynamoDB deletes expired items late.
    ConditionExpression: 'attribute_not_exists(PK) OR #until <= :now',
    ExpressionAttributeNames: { '#until': timeToLive },
    ExpressionAttributeValues: { ':now': facts.modifiedAt },
  },
});

/**
 * The record under a key, by a strong read; undefined if there is none, or an expired one.
 * Throws Refusal `idempotency_key_reused` when it belongs to another request.
 */
export async function findIdempotencyRecord(
  db: Database,
  partition: Partition,
  { key, fingerprint }: Idempotency,
  now: Date,
): Promise<IdempotencyRecord | undefined> {
  const item = await db.get({ Key: keys.idempotency(partition, key), ConsistentRead: true });
  if (!item || item[timeToLive] <= secondsOf(now)) return undefined;
  if (item['fingerprint'] !== fingerprint) {
    throw new Refusal(
      'idempotency_key_reused',
      'A request with another body had this Idempotency-Key in the last 24 hours. A new request needs a new key.',
    );
  }
  const text = inflateRawSync(item['answer']).toString('utf8');
  return { jobId: item['jobId'], publicId: item['publicId'], modifiedAt: item['modifiedAt'], text };
}
