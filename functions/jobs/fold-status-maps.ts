import type { Context } from 'aws-lambda';
import { now } from '../platform/time/clock.ts';
import { describe, requireFinished, runLog } from '../platform/log.ts';
import { databaseFor } from '../platform/request-database.ts';
import { doDueWork } from '../platform/dynamodb/due-work.ts';
import { statusFolding } from './lists/status-folding.ts';

/** The minimum remaining time to start folding a map, in milliseconds. */
const MIN_MILLIS = 60_000;

/** The counts of a run, in employers. */
export interface FoldRun {
  /** How many maps it folded. */
  folded: number;
  /** How many maps the run could not fold because of an error with the single map; they stay in the queue. */
  failed: number;
  /** Whether it reached the end of the queue; if not, the next run continues. */
  finished: boolean;
}

/**
 * Folds the status maps that changed enough, so that the cost of a list does not grow with the number of jobs. Throws
 * Unfinished, and StoreUnavailable when DynamoDB does not respond in time.
 */
export async function handler(_event: unknown, context: Context): Promise<FoldRun> {
  const db = databaseFor(context);
  const log = runLog('foldStatusMaps');
  const maps = statusFolding(db, now);
  const run: FoldRun = { folded: 0, failed: 0, finished: false };
  run.finished = await doDueWork({
    due: () => maps.due(),
    atOnce: 1,
    remainingMillis: () => context.getRemainingTimeInMillis(),
    minMillis: MIN_MILLIS,
    work: async (employerId) => {
      await maps.fold(employerId);
      run.folded += 1;
    },
    onError: (error, employerId) => {
      run.failed += 1;
      log.failure({ employerId, error: describe(error) });
    },
  });
  const level = run.failed > 0 || !run.finished ? 'WARN' : 'INFO';
  const isIdle = run.finished && run.folded + run.failed === 0;
  log.end(run, { level, isIdle, usage: db.usage() });
  return requireFinished(run);
}
