import { secondsOf } from '../../platform/values/seconds.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { refusedBy } from '../../platform/dynamodb/failures.ts';
import { jobReader } from './job-reader.ts';
import { keys, timeToLive } from '../../platform/dynamodb/table.ts';

/** Longer than a signed request stays valid, in seconds: DynamoDB rejects older ones. */
const BARRIER_SECONDS = 60 * 60;

/**
 * Prevents an attempt that is still in flight from creating a job, by putting a barrier item under the job's key.
 * Returns false when the job exists already.
 */
export async function isPrevented(db: Database, employerId: number, id: number, now: Date): Promise<boolean> {
  const barrier = { ...keys.job(employerId, id), [timeToLive]: secondsOf(now) + BARRIER_SECONDS };
  try {
    await db.put({ Item: barrier, ConditionExpression: 'attribute_not_exists(PK)' });
  } catch (error) {
    if (!refusedBy(error)) throw error;
    // The item is the job, or the barrier itself if an earlier attempt to put it lost its response.
    if (await jobReader(db).get(employerId, id)) return false;
  }
  db.beCertain();
  return true;
}
