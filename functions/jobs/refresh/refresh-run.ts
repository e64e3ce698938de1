import { doDueWork } from '../../platform/dynamodb/due-work.ts';
import { daysBetween, type CalendarDate } from '../../platform/time/calendar.ts';
import { StoreUnavailable } from '../../platform/errors.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { REFRESH_SHARDS } from '../keys.ts';
import { refreshQueue, type DueJob, type RefreshOutcome } from './refresh-queue.ts';

/** The minimum time for the due jobs of an employer, in milliseconds. */
const MIN_MILLIS = 60_000;

/** The counts of a run, in jobs. */
export interface RefreshRun extends Record<RefreshOutcome, number> {
  /** How many queued jobs the run processed. */
  due: number;
  /** How many of the processed jobs failed because of an error of one job or employer. They stay in the queue. */
  failed: number;
  /** Whether the run reached the end of the queue; if not, the next run continues. */
  finished: boolean;
  /** The lateness of the longest due remaining job, in days; 0 when no jobs remain. */
  lag: number;
}

interface Settings {
  shard: number;
  today: CalendarDate;
  now: () => Date;
  /** The time the run has left, in milliseconds. */
  remainingMillis: () => number;
  /** Only reads, and returns what a run would do now. */
  dryRun?: boolean;
  /** Called after each employer with the number of jobs processed so far. */
  onProgress?: (due: number) => void;
  /** Called with the error of failed jobs. */
  onFailure: (error: unknown) => void;
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

  const leave = (jobs: readonly DueJob[]) => {
    for (const { date } of jobs) run.lag = Math.max(run.lag, daysBetween(date, today));
  };

  function fail(jobs: readonly DueJob[], error: unknown): void {
    if (error instanceof StoreUnavailable) throw error;
    run.failed += jobs.length;
    leave(jobs);
    onFailure(error);
  }

  async function* due(): AsyncGenerator<[number, DueJob[]]> {
    let from: Item | undefined;
    do {
      const { jobs, last } = await queue.due(shard, today, from);
      yield* Map.groupBy(jobs, ({ employerId }) => employerId);
      from = last;
    } while (from);
  }

  async function refreshOrPark(employerId: number, group: readonly DueJob[]): Promise<void> {
    const refreshing = await queue.isRefreshing(employerId);
    const ids = group.map(({ id }) => id);
    const jobs = await queue.dueJobs(employerId, ids, today);
    run.waiting += group.length - jobs.length;
    if (dryRun) run[refreshing ? 'refreshed' : 'parked'] += jobs.length;
    if (dryRun || jobs.length === 0) return;
    const firstPlace = refreshing ? await queue.places(employerId, today, jobs.length) : undefined;
    for (const [index, job] of jobs.entries()) {
      const position = firstPlace && { ...firstPlace, position: firstPlace.position + index };
      try {
        run[await queue.refreshOrPark(employerId, job, { today, now, place: position })] += 1;
      } catch (error) {
        // Faulty jobs must not stop the others.
        fail(
          group.filter(({ id }) => id === job.id),
          error,
        );
      }
    }
  }

  run.finished = await doDueWork({
    due,
    atOnce: 1,
    remainingMillis,
    minMillis: MIN_MILLIS,
    work: async ([employerId, group]) => {
      run.due += group.length;
      await refreshOrPark(employerId, group);
      onProgress?.(run.due);
    },
    onError: (error, [, group]) => fail(group, error),
    onTimeOver: ([, group]) => leave(group),
  });
  return run;
}
