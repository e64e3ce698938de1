import type { Database } from '../../platform/dynamodb/database.ts';
import { employerStore } from '../../accounts/store/employers.ts';
import { expiredApplications, orphanFiles } from './leftovers.ts';
import { filePrefixes } from '../../platform/files/file-prefixes.ts';
import { UPLOAD_KEPT_SECONDS } from '../../../schemas/upload.ts';
import { now } from '../../platform/time/clock.ts';
import { applicationEraser } from './erasure.ts';
import { filesFor } from '../../platform/files/file-access.ts';
import { forEachConcurrently } from '../../platform/concurrency.ts';
import { databaseFor, type RequestTime } from '../../platform/request-database.ts';
import { runLog } from '../../platform/run-log.ts';

/** The counts of a run. */
export interface Sweep {
  erased: number;
  /** Files without an application. */
  orphans: number;
  /** Uploaded files that no application can name any more. */
  uploads: number;
  /** Whether everything was checked; if not, the next run continues. */
  finished: boolean;
}

/** No step starts with less time left than this, in milliseconds. */
const MIN_REMAINING_MILLIS = 60_000;

/** How many employers are swept at the same time: one after another, a day would be too short for ten thousand. */
const CONCURRENT_EMPLOYERS = 8;

const DAY_MILLIS = 24 * 60 * 60 * 1_000;

/** Sweeps until nothing is left, or no time. Counts in `sweep`. */
async function sweepUntil(db: Database, sweep: Sweep, isLate: () => boolean): Promise<void> {
  const erase = applicationEraser(db);
  const files = filesFor(db);
  // Includes what expires before tomorrow's run, because candidates are promised a day by which everything is erased.
  const tomorrow = new Date(now().getTime() + DAY_MILLIS);
  let isInterrupted = false;
  await forEachConcurrently(await employerStore(db).list(), CONCURRENT_EMPLOYERS, async ({ id }) => {
    for await (const application of expiredApplications(db, id, tomorrow)) {
      isInterrupted ||= isLate();
      if (isInterrupted) return;
      await erase(application, { type: 'schedule' });
      sweep.erased += 1;
    }
  });
  if (isInterrupted) return;
  for await (const key of orphanFiles(db, files, now())) {
    if (isLate()) return;
    await files.remove(key);
    sweep.orphans += 1;
  }
  for await (const { key, modifiedAt } of files.list(filePrefixes.uploads)) {
    if (isLate()) return;
    // On AWS, the lifecycle of the bucket deletes most of them.
    if (now().getTime() - modifiedAt.getTime() <= UPLOAD_KEPT_SECONDS * 1_000) continue;
    await files.remove(key);
    sweep.uploads += 1;
  }
  sweep.finished = true;
}

/**
 * Erases the applications that expire within a day, with their files, files without an application, and expired
 * uploads. DynamoDB deletes items on its own, but days later and without the files; the embedded engine does not. A run
 * may be interrupted or repeated: the next one erases what is left.
 */
export async function sweepApplications(context: RequestTime): Promise<Sweep> {
  const db = databaseFor(context);
  const log = runLog('sweepApplications');
  const sweep: Sweep = { erased: 0, orphans: 0, uploads: 0, finished: false };
  try {
    await sweepUntil(db, sweep, () => context.getRemainingTimeInMillis() < MIN_REMAINING_MILLIS);
  } finally {
    log.end(sweep, {
      level: sweep.finished ? 'INFO' : 'WARN',
      isIdle: sweep.finished && sweep.erased + sweep.orphans + sweep.uploads === 0,
      usage: db.usage(),
    });
  }
  return sweep;
}
