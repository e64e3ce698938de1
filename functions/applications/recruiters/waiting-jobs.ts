import { queryPages, type Database } from '../../platform/dynamodb/database.ts';
import { inPartition } from '../../platform/dynamodb/due-items.ts';
import { waitingPartition } from '../keys.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import type { JobKey } from './recruited-jobs.ts';
import { isWaiting, REMINDER_MILLIS } from '../application/application.ts';
import { fromApplicationItem } from '../application/application-store.ts';

/** The number of applications in one read. */
const PAGE_SIZE = 25;

/** A job with applications that wait for a recruiter. */
export interface WaitingJob extends JobKey {
  /** Given if it is a test employer's. */
  test?: true;
  /** Since when its first application waits. */
  dueAt: Date;
  /** The numbers of held applications, and of those whose mail was not delivered. */
  held: number;
  undelivered: number;
  /** The lower-case addresses that permanently refused a mail. */
  refusedBy: string[];
}

/**
 * Lists the jobs with waiting applications, for as long as recruiters are reminded of them. The items decide, whatever
 * the index shows. An empty index costs one read.
 */
export async function listWaitingJobs(db: Database, at: Date): Promise<WaitingJob[]> {
  const jobs = new Map<number, WaitingJob>();
  const since = new Date(at.getTime() - REMINDER_MILLIS);
  const waiting = { ...inPartition(waitingPartition, '>', since), Limit: PAGE_SIZE };
  for await (const { items: entries } of queryPages(db, waiting)) {
    const keys = entries.map(({ PK, SK }) => ({ PK, SK }));
    const items = await db.batchGet(keys, { ConsistentRead: true });
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
