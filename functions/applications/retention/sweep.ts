import { type Database, queryPages } from '../../platform/dynamodb/database.ts';
import { employerStore } from '../../accounts/store/employers.ts';
import { UPLOAD_KEPT_SECONDS } from '../../../schemas/upload.ts';
import { now } from '../../platform/time/clock.ts';
import { applicationEraser } from './erasure.ts';
import { filesFor } from '../../platform/files/file-access.ts';
import { forEachConcurrently } from '../../platform/concurrency.ts';
import { databaseFor, type RequestTime } from '../../platform/request-database.ts';
import { runLog } from '../../platform/log.ts';
import type { Application } from '../application/application.ts';
import { applicationFiles, employerIdOfFile, prefixesToSweep, applicationKeys } from '../keys.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import { LAST_NUMBER, between } from '../../platform/dynamodb/sort-keys.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';
import { fromApplicationItem } from '../application/application-store.ts';

/** The maximum number of applications per read. */
const CHUNK_SIZE = 25;

/** Reads all applications of an employer. */
const ofEmployer = (employerId: number) =>
  between(applicationKeys.application(employerId, 0), applicationKeys.application(employerId, LAST_NUMBER));

/**
 * Lists the expired applications of an employer, oldest first. Numbers are in the order of storing, so the reading ends
 * with a chunk of unexpired ones; single ones may have the time of a wrong clock.
 */
async function* expiredApplications(db: Database, employerId: number, at: Date): AsyncGenerator<Application> {
  for await (const { items } of queryPages(db, { ...ofEmployer(employerId), Limit: CHUNK_SIZE })) {
    const applications = items.filter((item) => !isTombstone(item)).map(fromApplicationItem);
    const over = applications.filter(({ timeToLive }) => timeToLive <= toUnixSeconds(at));
    yield* over;
    if (applications.length > 0 && over.length === 0) return;
  }
}

/**
 * Filters the keys that no application of an employer has. It reads the newest applications first, and stops when all
 * keys are found, since the times of applications may be those of a wrong clock.
 */
async function keysWithoutApplication(
  db: Database,
  employerId: number,
  found: readonly string[],
): Promise<Set<string>> {
  const unused = new Set(found);
  const query = { ...ofEmployer(employerId), ProjectionExpression: 'resume', ScanIndexForward: false };
  for await (const { items } of queryPages(db, query)) {
    for (const { resume } of items) unused.delete(resume?.key);
    if (unused.size === 0) break;
  }
  return unused;
}

/**
 * Lists the file keys of past days that belong to no application, which interrupted requests left. The applications of
 * an employer are read once for all days.
 */
export async function* orphanFiles(
  db: Database,
  files: { list: (prefix: string) => AsyncIterable<{ key: string }> },
  at: Date,
): AsyncGenerator<string> {
  const storedKeys: string[] = [];
  for (const prefix of prefixesToSweep(at)) {
    for await (const { key } of files.list(prefix)) storedKeys.push(key);
  }
  for (const [employerId, employerKeys] of Map.groupBy(storedKeys, employerIdOfFile)) {
    yield* await keysWithoutApplication(db, employerId, employerKeys);
  }
}

/** The counts of one run of the sweep. */
export interface Sweep {
  erased: number;
  /** The number of deleted files without an application. */
  orphans: number;
  /** The number of deleted uploads that no application can reference any more. */
  uploads: number;
  /** Whether the run checked all employers; if not, the next run continues. */
  finished: boolean;
}

/** The minimum time left to start a step, in milliseconds. */
const MIN_REMAINING_MILLIS = 60_000;

/** How many employers are swept in parallel: in sequence, ten thousand employers would take longer than a day. */
const CONCURRENT_EMPLOYERS = 8;

const DAY_MILLIS = 24 * 60 * 60 * 1_000;

/** Sweeps until the time is over, and adds to the counts in `sweep`. */
async function sweepUntil(db: Database, sweep: Sweep, isLate: () => boolean): Promise<void> {
  const erase = applicationEraser(db);
  const files = filesFor(db);
  // Includes applications that expire before tomorrow's run: candidates are promised the day of the erasure.
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
  for await (const { key, modifiedAt } of files.list(applicationFiles.uploads)) {
    if (isLate()) return;
    // On AWS, the lifecycle rule of the bucket deletes most uploads.
    if (now().getTime() - modifiedAt.getTime() <= UPLOAD_KEPT_SECONDS * 1_000) continue;
    await files.remove(key);
    sweep.uploads += 1;
  }
  sweep.finished = true;
}

/**
 * Erases the applications that expire within a day, with their files, files without an application, and expired
 * uploads. DynamoDB deletes items on its own, but days later and without the files; the embedded engine does not. A run
 * may be interrupted or repeated: the next one continues.
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
