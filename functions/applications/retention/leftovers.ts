import type { Application } from '../application/application.ts';
import { employerIdOfFile, prefixesToSweep } from '../application/application-files.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import { queryPages, type Database } from '../../platform/dynamodb/database.ts';
import { applicationKeys } from '../keys.ts';
import { LAST_NUMBER } from '../../platform/dynamodb/table.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';
import { fromApplicationItem } from '../application/application-item.ts';
import { between } from '../../platform/dynamodb/key-range.ts';

/** How many applications are read at once. */
const CHUNK_SIZE = 25;

/** Where files are stored. */
interface Files {
  list: (prefix: string) => AsyncIterable<{ key: string }>;
}

/** Reads all applications of an employer. */
const ofEmployer = (employerId: number) =>
  between(applicationKeys.application(employerId, 0), applicationKeys.application(employerId, LAST_NUMBER));

/**
 * The applications of an employer whose time is over at a time, oldest first. Numbers are in the order of storing, so
 * the reading ends with so many whose time is not over; single ones may have the time of a clock that was wrong.
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
 * Those of the keys that no application of an employer has. Newest applications come first, and the reading ends when
 * all keys are found: the times at which applications were received may be those of a clock that was wrong.
 */
async function keysWithoutApplication(
  db: Database,
  employerId: number,
  found: readonly string[],
): Promise<Set<string>> {
  const left = new Set(found);
  const query = { ...ofEmployer(employerId), ProjectionExpression: 'resume', ScanIndexForward: false };
  for await (const { items } of queryPages(db, query)) {
    for (const { resume } of items) left.delete(resume?.key);
    if (left.size === 0) break;
  }
  return left;
}

/**
 * The keys of the files of past days that belong to no application: those of requests that broke off. The applications
 * of an employer are read once for all days.
 */
export async function* orphanFiles(db: Database, files: Files, now: Date): AsyncGenerator<string> {
  const keysFound: string[] = [];
  for (const prefix of prefixesToSweep(now)) {
    for await (const { key } of files.list(prefix)) keysFound.push(key);
  }
  for (const [employerId, found] of Map.groupBy(keysFound, employerIdOfFile)) {
    yield* await keysWithoutApplication(db, employerId, found);
  }
}
