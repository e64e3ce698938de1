import type { Context } from 'aws-lambda';
import { now } from '../platform/time/clock.ts';
import { describe } from '../platform/log-line.ts';
import { databaseFor } from '../platform/request-database.ts';
import { requireFinished, runLog } from '../platform/run-log.ts';
import { foldDueMaps, type FoldRun } from './lists/fold-run.ts';

/**
 * Folds the status maps that changed enough, so that the cost of a list does not grow with the number of jobs. Throws
 * Unfinished.
 */
export async function handler(_event: unknown, context: Context): Promise<FoldRun> {
  const db = databaseFor(context);
  const log = runLog('foldStatusMaps');
  const run = await foldDueMaps(db, {
    now,
    remainingMillis: () => context.getRemainingTimeInMillis(),
    onFailure: (employerId, error) => log.failure({ employerId, error: describe(error) }),
  });
  const level = run.failed > 0 || !run.finished ? 'WARN' : 'INFO';
  const isIdle = run.finished && run.folded + run.failed === 0;
  log.end(run, { level, isIdle, usage: db.usage() });
  return requireFinished(run);
}
