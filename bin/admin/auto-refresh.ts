import { setting } from '../../functions/platform/config.ts';
import { addDays, dateOf, type CalendarDate } from '../../functions/platform/time/calendar.ts';
import { refreshQueue } from '../../functions/jobs/refresh/refresh-queue.ts';
import { refreshDueJobs } from '../../functions/jobs/refresh/refresh-run.ts';
import { REFRESH_SHARDS } from '../../functions/jobs/keys.ts';
import type { Connection } from './connection.ts';
import { Failure } from './failures.ts';
import { showProgress } from './progress.ts';

/**
 * Creates a function that shows numbers of jobs, and keeps the connection open. Shows at most 100 %: the index is
 * eventually consistent, so a run may find more jobs than it counted.
 */
export const showJobs =
  ({ open }: Pick<Connection, 'open'>) =>
  (done: number, total: number): void => {
    open();
    showProgress(Math.min(1, done / total), `${done} of ${total} jobs`);
  };

/**
 * The maximum number of days that a local table may be refreshed ahead. It allows trying next month's refreshes and
 * catches a mistyped date.
 */
export const LOCAL_DAYS_AHEAD = 31;

/**
 * Runs auto-refresh over all shards. Throws Failure for a future date, because no later publication may have an earlier
 * date; a dry run allows any future date, and a local table one within LOCAL_DAYS_AHEAD. Returns the numbers of jobs by
 * result, and the distinct messages of failures.
 */
export async function refreshAll(
  { open, local }: Connection,
  { date, dryRun, now }: { date: CalendarDate | undefined; dryRun: boolean; now: Date },
) {
  const today = dateOf(now, setting('TIME_ZONE'));
  const day = date ?? today;
  const last = local ? addDays(today, LOCAL_DAYS_AHEAD) : today;
  if (day > last && !dryRun) {
    const limit = local ? `more than ${LOCAL_DAYS_AHEAD} days ahead` : 'in the future';
    throw new Failure(`${day} is ${limit}: add --dry-run to see what will be due.`);
  }
  const db = open();
  const queue = refreshQueue(db);
  const shards = Array.from({ length: REFRESH_SHARDS }, (_, shard) => shard);
  let total = 0;
  for (const shard of shards) {
    total += await queue.count(shard, day);
    open();
  }
  const errors = new Set<string>();
  const show = showJobs({ open });
  const sum = { due: 0, refreshed: 0, parked: 0, waiting: 0, failed: 0 };
  for (const shard of shards) {
    const run = await refreshDueJobs(db, {
      shard,
      today: day,
      now: () => now,
      dryRun,
      remainingMillis: () => Infinity,
      onProgress: (due) => show(sum.due + due, total),
      onFailure: (error) => errors.add(String(error)),
    });
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += run[name];
  }
  return { date: day, dryRun, ...sum, errors: [...errors] };
}
