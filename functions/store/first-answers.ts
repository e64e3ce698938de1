import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Idempotency } from '../domain/idempotency.ts';
import { Refusal } from '../domain/refusal.ts';
import { secondsOf } from '../domain/seconds.ts';
import type { Database, Write } from './database.ts';
import { keys, timeToLive } from './table.ts';

/** How long a first answer is kept, in seconds: 24 hours. */
const KEPT_SECONDS = 24 * 60 * 60;

/** The answer to the request that created a job. */
export interface FirstAnswer {
  jobId: number;
  /** In seconds since 1970. */
  modifiedAt: number;
  /** The body. */
  text: string;
}

/** The write that keeps a first answer, on condition that none is kept under the key or that its time is over. */
export const keepAnswer = (
  employerId: number,
  { key, fingerprint }: Idempotency,
  { text, ...facts }: FirstAnswer,
): Write => ({
  Put: {
    Item: {
      ...keys.idempotency(employerId, key),
      ...facts,
      fingerprint,
      // Compressed: a body escapes what the job's item holds plainly, and both may be at most 400 KB.
      answer: deflateRawSync(text),
      [timeToLive]: facts.modifiedAt + KEPT_SECONDS,
    },
    // The time and not the item's being there: DynamoDB deletes late.
    ConditionExpression: 'attribute_not_exists(PK) OR #until <= :now',
    ExpressionAttributeNames: { '#until': timeToLive },
    ExpressionAttributeValues: { ':now': facts.modifiedAt },
  },
});

/**
 * The first answer that is kept under a key, read strongly.
 * Throws Refusal `idempotency_key_reused` when it is the answer to another request.
 */
export async function firstAnswer(
  db: Database,
  employerId: number,
  { key, fingerprint }: Idempotency,
  now: Date,
): Promise<FirstAnswer | undefined> {
  const item = await db.get({ Key: keys.idempotency(employerId, key), ConsistentRead: true });
  if (!item || item[timeToLive] <= secondsOf(now)) return undefined;
  if (item['fingerprint'] !== fingerprint) {
    throw new Refusal(
      'idempotency_key_reused',
      'A request with another body had this Idempotency-Key in the last 24 hours. A new request needs a new key.',
    );
  }
  const text = inflateRawSync(item['answer']).toString('utf8');
  return { jobId: item['jobId'], modifiedAt: item['modifiedAt'], text };
}
