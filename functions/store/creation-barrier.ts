import { secondsOf } from '../domain/seconds.ts';
import type { Database, Item } from './database.ts';
import { refusedBy } from './failures.ts';
import { attributes, keys, timeToLive } from './table.ts';

/** Longer than a signed request can be on its way, in seconds: DynamoDB refuses older ones. */
const BARRIER_SECONDS = 60 * 60;

/** The item of a job, read strongly; nothing where only a barrier stands. */
export async function readJob(db: Database, employerId: number, id: number): Promise<Item | undefined> {
  const item = await db.get({ Key: keys.job(employerId, id), ConsistentRead: true });
  return item?.[attributes.position] === undefined ? undefined : item;
}

/**
 * Keeps attempts to create a job, whose answers were lost, from being applied later: a barrier stands in its place.
 * False when one has been applied already.
 */
export async function isPrevented(db: Database, employerId: number, id: number, now: Date): Promise<boolean> {
  const barrier = { ...keys.job(employerId, id), [timeToLive]: secondsOf(now) + BARRIER_SECONDS };
  try {
    await db.put({ Item: barrier, ConditionExpression: 'attribute_not_exists(PK)' });
  } catch (error) {
    if (!refusedBy(error)) throw error;
    // What stands there may also be the barrier, from an attempt of this very write.
    if (await readJob(db, employerId, id)) return false;
  }
  db.beCertain();
  return true;
}
