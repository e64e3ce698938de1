import { queryPages, type Database } from '../../platform/dynamodb/database.ts';
import { inPartition } from '../../platform/dynamodb/due-items.ts';
import { waitingPartition } from '../keys.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import type { JobKey } from './recruiting-token.ts';
import { isWaiting, REMINDER_MILLIS } from '../application/waiting.ts';
import { fromApplicationItem } from '../application/application-item.ts';

/** How many applications are read at once. */
const READING = 25;

/** A job with applications that wait for somebody to look at them. */
export interface WaitingJob extends JobKey {
  /** Given if it is a test employer's. */
  test?: true;
  /** Since when the first of them has waited. */
  dueAt: Date;
  /** How many are held, and of how many the mail was not delivered. */
  held: number;
  undelivered: number;
  /** The addresses, in lower case, that refused the mail of one for good. */
  refusedBy: string[];
}

/**
 * The jobs with applications that have waited for no longer than somebody is reminded of them. Whatever the index shows,
 * the items decide. Reads nothing else, so that nothing is read where none waits.
 */
export async function listWaitingJobs(db: Database, at: Date): Promise<WaitingJob[]> {
  const jobs = new Map<number, WaitingJob>();
  const since = new Date(at.getTime() - REMINDER_MILLIS);
  const waiting = { ...inPartition(waitingPartition, '>', since), Limit: READING };
  for await (const { items: entries } of queryPages(db, waiting)) {
    const wanted = entries.map(({ PK, SK }) => ({ PK, SK }));
    const items = await db.batchGet(wanted, { ConsistentRead: true });
    for (const item of items.filter((each) => !isTombstone(each))) {
      const application = fromApplicationItem(item);
      const { employerId, jobId, queuedAt, state, failure, mailTo } = application;
      if (!isWaiting(application) || application.timeToLive <= toUnixSeconds(at)) continue;
      const dueAt = new Date(queuedAt);
      const job = jobs.get(jobId) ?? {
        employerId,
        jobId,
        ...(application.test && { test: true }),
        dueAt,
        held: 0,
        undelivered: 0,
        refusedBy: [],
      };
      jobs.set(jobId, job);
      job[state === 'held' ? 'held' : 'undelivered'] += 1;
      if (failure === 'address_refused') job.refusedBy.push(mailTo.toLowerCase());
    }
  }
  return [...jobs.values()];
}
