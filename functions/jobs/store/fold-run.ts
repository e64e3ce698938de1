import type { Database } from '../../platform/dynamodb/database.ts';
import { StoreUnavailable } from '../../platform/values/store-unavailable.ts';
import { statusFolding } from './status-folding.ts';

/** No further map is begun with less time left than this, in milliseconds. */
const LAST_BEGIN_MILLIS = 60_000;

/** What a run did, in employers. */
export interface FoldRun {
  /** Those whose maps it folded. */
  folded: number;
  /** Those whose maps it could not fold because of an error of their own; they stay in the queue. */
  failed: number;
  /** Whether it came to the end of the queue; if not, the next run continues. */
  finished: boolean;
}

interface Settings {
  now: () => Date;
  /** The time the run has left, in milliseconds. */
  remainingMillis: () => number;
  /** Called with the error of a map that fails. */
  onFailure: (employerId: number, error: unknown) => void;
}

/**
 * Folds the status maps that are in the queue, while there is time. Throws StoreUnavailable when DynamoDB does not
 * respond in time.
 */
export async function foldDueMaps(
  db: Database,
  { now, remainingMillis, onFailure }: Settings,
): Promise<FoldRun> {
  const { due, fold } = statusFolding(db, now);
  const run: FoldRun = { folded: 0, failed: 0, finished: false };
  for (const employerId of await due()) {
    if (remainingMillis() < LAST_BEGIN_MILLIS) return run;
    try {
      await fold(employerId);
      run.folded += 1;
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      run.failed += 1;
      onFailure(employerId, error);
    }
  }
  return { ...run, finished: true };
}
