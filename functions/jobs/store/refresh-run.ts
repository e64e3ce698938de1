import { daysBetween, type CalendarDate } from '../../platform/values/calendar.ts';
import type { Job } from '../domain/job.ts';
import { StoreUnavailable } from '../../platform/values/store-unavailable.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { refreshQueue, type DueJob, type Outcome } from './refresh-queue.ts';
import { REFRESH_SHARDS } from '../../platform/dynamodb/table.ts';

/** No further employer is started with less time left than this, in milliseconds, so that each can be finished. */
const LAST_BEGIN_MILLIS = 60_000;

/** What a run did, in jobs. */
export interface RefreshRun extends Record<Outcome, number> {
  /** How many queued jobs the run processed. */
  due: number;
  /** How many of them failed because of an error of their own; they stay in the queue. */
  failed: number;
  /** Whether the run reached the end of the queue; if not, the next run continues. */
  finished: boolean;
  /** By how many days the longest due of the remaining jobs is late; 0 when none remain. */
  lag: number;
}

interface Settings {
  shard: number;
  today: CalendarDate;
  now: () => Date;
  /** The time the run has left, in milliseconds. */
  remainingMillis: () => number;
  /** Writes nothing; the result is what a run would do now. */
  dryRun?: boolean;
  /** Called after each employer with the number of jobs processed so far. */
  onProgress?: (due: number) => void;
  /** Called with the error of jobs that fail. */
  onFailure: (error: unknown) => void;
}

/** A page of the queue, grouped by employer. */
function byEmployer(jobs: readonly DueJob[]): [number, DueJob[]][] {
  const groups = new Map<number, DueJob[]>();
  for (const job of jobs) groups.set(job.employerId, [...(groups.get(job.employerId) ?? []), job]);
  return [...groups];
}

/**
 * Refreshes the due jobs of a shard, longest due first, while there is time. The index is the queue: a job leaves it in
 * the transaction that refreshes it, so a run may stop anywhere and runs may overlap.
 * Throws StoreUnavailable when DynamoDB does not respond in time, and RangeError when the shard does not exist.
 */
export async function refreshDueJobs(
  db: Database,
  { shard, today, now, remainingMillis, dryRun = false, onProgress, onFailure }: Settings,
): Promise<RefreshRun> {
  if (!Number.isInteger(shard) || shard < 0 || shard >= REFRESH_SHARDS) {
    const last = REFRESH_SHARDS - 1;
    throw new RangeError(`shard must be a whole number from 0 to ${last}, not ${JSON.stringify(shard)}.`);
  }
  const queue = refreshQueue(db);
  const run: RefreshRun = {
    due: 0,
    refreshed: 0,
    parked: 0,
    waiting: 0,
    failed: 0,
    finished: false,
    lag: 0,
  };

  const leave = ({ date }: DueJob) => {
    run.lag = Math.max(run.lag, daysBetween(date, today));
  };

  /** Faulty jobs must not stop the others. */
  async function attempt(jobs: readonly DueJob[], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      run.failed += jobs.length;
      for (const job of jobs) leave(job);
      onFailure(error);
    }
  }

  async function refreshOrParkAll(
    employerId: number,
    group: readonly DueJob[],
    jobs: readonly Job[],
    refreshing: boolean,
  ) {
    const first = refreshing ? await queue.places(employerId, today, jobs.length) : undefined;
    for (const [index, job] of jobs.entries()) {
      const place = first && { ...first, position: first.position + index };
      const due = group.filter(({ id }) => id === job.id);
      await attempt(due, async () => {
        run[await queue.refreshOrPark(employerId, job, { today, now, place })] += 1;
      });
    }
  }

  async function runGroup(employerId: number, group: readonly DueJob[]): Promise<void> {
    const refreshing = await queue.isRefreshing(employerId);
    const ids = group.map(({ id }) => id);
    let jobs: Job[] = [];
    await attempt(group, async () => {
      jobs = await queue.dueJobs(employerId, ids, today);
      run.waiting += group.length - jobs.length;
    });
    if (jobs.length === 0) return;
    if (dryRun) {
      run[refreshing ? 'refreshed' : 'parked'] += jobs.length;
      return;
    }
    await refreshOrParkAll(employerId, group, jobs, refreshing);
  }

  let page = await queue.due(shard, today);
  for (;;) {
    for (const [employerId, group] of byEmployer(page.jobs)) {
      if (remainingMillis() < LAST_BEGIN_MILLIS) {
        for (const job of group) leave(job);
        return run;
      }
      await runGroup(employerId, group);
      run.due += group.length;
      onProgress?.(run.due);
    }
    if (!page.last) break;
    page = await queue.due(shard, today, page.last);
  }
  run.finished = true;
  return run;
}
