import { doDueWork } from '../../platform/due-work.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { statusFolding } from './status-folding.ts';

/** No map starts with less time left than this, in milliseconds. */
const MIN_MILLIS = 60_000;

/** The counts of a run, in employers. */
export interface FoldRun {
  /** How many maps it folded. */
  folded: number;
  /** How many maps it could not fold because of an error of their own; they stay in the queue. */
  failed: number;
  /** Whether it reached the end of the queue; if not, the next run continues. */
  finished: boolean;
}

interface Settings {
  now: () => Date;
  /** The time the run has left, in milliseconds. */
  remainingMillis: () => number;
  /** Called with the error of a failed map. */
  onFailure: (employerId: number, error: unknown) => void;
}

/** Folds the queued status maps while there is time. Throws StoreUnavailable when DynamoDB does not respond in time. */
export async function foldDueMaps(
  db: Database,
  { now, remainingMillis, onFailure }: Settings,
): Promise<FoldRun> {
  const maps = statusFolding(db, now);
  const run: FoldRun = { folded: 0, failed: 0, finished: false };
  run.finished = await doDueWork({
    due: () => maps.due(),
    atOnce: 1,
    remainingMillis,
    minMillis: MIN_MILLIS,
    work: async (employerId) => {
      await maps.fold(employerId);
      run.folded += 1;
    },
    onError: (error, employerId) => {
      run.failed += 1;
      onFailure(employerId, error);
    },
  });
  return run;
}
