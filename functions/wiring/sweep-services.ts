import { employerStore } from '../store/employers.ts';
import { removeOrphanFiles } from '../store/applications/orphan-files.ts';
import { expiredApplications } from '../store/applications/expired-applications.ts';
import { now } from './clock.ts';
import { erasureFor } from './erasure.ts';
import { filesFor } from './file-access.ts';
import { databaseFor, type RequestTime } from './table-access.ts';

/** Nothing more is begun with less time left than this, in milliseconds. */
const LAST_BEGIN_MILLIS = 60_000;

/** What a run did. */
export interface Sweep {
  erased: number;
  /** Files that belonged to no application. */
  orphans: number;
  /** Whether it came to the end; if not, the next run continues. */
  finished: boolean;
}

/**
 * Erases the applications whose time is over, with their files. DynamoDB deletes their items on its own, but days later
 * and without the files; the embedded engine does not.
 */
export async function sweepApplications(context: RequestTime): Promise<Sweep> {
  const db = databaseFor(context);
  const erase = erasureFor(db);
  const sweep: Sweep = { erased: 0, orphans: 0, finished: false };
  for (const { id } of await employerStore(db).list()) {
    for await (const application of expiredApplications(db, id, now())) {
      if (context.getRemainingTimeInMillis() < LAST_BEGIN_MILLIS) return sweep;
      await erase(application);
      sweep.erased += 1;
    }
  }
  sweep.orphans = await removeOrphanFiles(db, filesFor(db), now());
  return { ...sweep, finished: true };
}
