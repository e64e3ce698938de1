import { secondsOf } from '../domain/seconds.ts';
import type { Database } from './database.ts';
import { refusedBy } from './failures.ts';
import { jobReader } from './job-reader.ts';
import { keys, timeToLive } from './table.ts';

/** Longer than a signed request can be on its way, in seconds: DynamoDB refuses older ones. */
const BARRIER_SECONDS = 60 * 60;

/**
 * Keeps a job from being created by an attempt that is still on its way: a barrier takes the job's place for as long.
 * False when the job is there already.
 */
export async function isPrevented(db: Database, employerId: number, id: number, now: Date): Promise<boolean> {
  const barrier = { ...keys.job(employerId, id), [timeToLive]: secondsOf(now) + BARRIER_SECONDS };
  try {
    await db.put({ Item: barrier, ConditionExpression: 'attribute_not_exists(PK)' });
  } catch (error) {
    if (!refusedBy(error)) throw error;
    // Something is there: the job, or the barrier when the response to an earlier attempt to put it was lost.
    if (await jobReader(db).get(employerId, id)) return false;
  }
  db.beCertain();
  return true;
}
