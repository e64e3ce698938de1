import type { Context } from 'aws-lambda';
import { now, today } from '../platform/time/clock.ts';
import { describe, runLog } from '../platform/log.ts';
import { databaseFor } from '../platform/request-database.ts';
import { refreshDueJobs, type RefreshRun } from './refresh/refresh-run.ts';

/** The payload of a schedule: a shard, from 0. */
export interface RefreshEvent {
  shard: number;
}

/** Auto-refresh (guide: first-job 9): one run over one shard. Throws RangeError when the shard does not exist. */
export async function handler({ shard }: RefreshEvent, context: Context): Promise<RefreshRun> {
  const db = databaseFor(context);
  const log = runLog('refreshDueJobs', ['lag', 'refreshed']);
  const run = await refreshDueJobs(db, {
    shard,
    today: today(),
    now,
    remainingMillis: () => context.getRemainingTimeInMillis(),
    onFailure: (error) => log.failure({ shard, error: describe(error) }),
  });
  const level = run.failed > 0 || !run.finished ? 'WARN' : 'INFO';
  log.end({ shard, ...run }, { level, isIdle: run.due === 0, usage: db.usage() });
  return run;
}
