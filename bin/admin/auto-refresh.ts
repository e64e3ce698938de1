import { setting } from '../../functions/wiring/config.ts';
import { dateOf, type CalendarDate } from '../../functions/domain/calendar.ts';
import { refreshQueue } from '../../functions/store/refresh-queue.ts';
import { refreshDueJobs } from '../../functions/store/refresh-run.ts';
import { REFRESH_SHARDS } from '../../functions/store/table.ts';
import type { Connection } from './connection.ts';
import { Failure } from './failures.ts';
import { progressOn } from './progress.ts';

interface Wanted {
  date: CalendarDate | undefined;
  dryRun: boolean;
  now: Date;
}

/** The totals of all shards, in jobs; `errors` are the distinct messages of failures. */
interface Refreshed {
  date: CalendarDate;
  dryRun: boolean;
  due: number;
  refreshed: number;
  parked: number;
  waiting: number;
  failed: number;
  errors: string[];
}

/**
 * Runs auto-refresh over all shards. Throws Failure for a future date, because no later publication may have an earlier
 * date; a dry run or a local table allows it.
 */
export async function refreshAll(
  { open, local }: Connection,
  { date, dryRun, now }: Wanted,
): Promise<Refreshed> {
  const today = dateOf(now, setting('TIME_ZONE'));
  const day = date ?? today;
  if (day > today && !dryRun && !local) {
    throw new Failure(`${day} is in the future: add --dry-run to see what will be due.`);
  }
  const db = open();
  const queue = refreshQueue(db);
  const shards = Array.from({ length: REFRESH_SHARDS }, (_, shard) => shard);
  let total = 0;
  for (const shard of shards) {
    total += await queue.count(shard, day);
    open();
  }
  const tell = progressOn(process.stderr);
  const errors = new Set<string>();
  const sum = { due: 0, refreshed: 0, parked: 0, waiting: 0, failed: 0 };
  for (const shard of shards) {
    const run = await refreshDueJobs(db, {
      shard,
      today: day,
      now: () => now,
      dryRun,
      remainingMillis: () => Infinity,
      onProgress: (due) => {
        open();
        tell(`${sum.due + due} of ${total} jobs`);
      },
      onFailure: (error) => errors.add(String(error)),
    });
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += run[name];
  }
  return { date: day, dryRun, ...sum, errors: [...errors] };
}

/** Brings the parked jobs of an employer on the unlimited plan back to auto-refresh. */
export async function bringBackJobs(
  { open }: Connection,
  employerId: number,
): Promise<{ jobsBroughtBack: number }> {
  const tell = progressOn(process.stderr);
  const jobsBroughtBack = await refreshQueue(open()).bringBack(employerId, (looked, total) => {
    open();
    tell(`${looked} of ${total} jobs`);
  });
  return { jobsBroughtBack };
}
