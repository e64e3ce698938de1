import type { Application } from '../application/application.ts';
import { employerIdOfFile, prefixesToSweep } from '../application/application-files.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import { queryPages, type Database } from '../../platform/dynamodb/database.ts';
import { applicationKeys } from '../keys.ts';
import { LAST_NUMBER } from '../../platform/dynamodb/table.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';
import { fromApplicationItem } from '../application/application-item.ts';
import { between } from '../../platform/dynamodb/key-range.ts';

/** The number of applications in one read. */
const CHUNK_SIZE = 25;

/** Where files are stored. */
interface Files {
  list: (prefix: string) => AsyncIterable<{ key: string }>;
}

/** Reads all applications of an employer. */
const ofEmployer = (employerId: number) =>
  between(applicationKeys.application(employerId, 0), applicationKeys.application(employerId, LAST_NUMBER));

/**
 * Lists the expired applications of an employer, oldest first. Numbers are in the order of storing, so the reading ends
 * with a chunk of unexpired ones; single ones may have the time of a wrong clock.
 */
export async function* expiredApplications(
  db: Database,
  employerId: number,
  at: Date,
): AsyncGenerator<Application> {
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
export async function* orphanFiles(db: Database, files: Files, now: Date): AsyncGenerator<string> {
  const storedKeys: string[] = [];
  for (const prefix of prefixesToSweep(now)) {
    for await (const { key } of files.list(prefix)) storedKeys.push(key);
  }
  for (const [employerId, found] of Map.groupBy(storedKeys, employerIdOfFile)) {
    yield* await keysWithoutApplication(db, employerId, found);
  }
}
