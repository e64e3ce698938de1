import { APPLICATIONS_PER_RECRUITING_PAGE } from '../../../schemas/application-limits.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { between } from '../../platform/dynamodb/key-range.ts';
import { applicationKeys } from '../keys.ts';
import { LAST_NUMBER } from '../../platform/dynamodb/table.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import type { JobKey } from './recruiting-token.ts';
import { fromApplicationItem } from '../application/application-item.ts';
import type { ApplicationPage } from '../inbox/application-lists.ts';
import { takePage, toIndexEntry } from '../application/application-pointers.ts';

/** The maximum size of the answers on a page in bytes: people read it on a phone. */
const MOST_ANSWER_BYTES = 500_000;

/**
 * Reads a page of the applications for a job, newest first, that come before the one with a number. A page may be
 * short, even empty, before the end.
 */
export const readNewestApplications =
  (db: Database, now: () => Date) =>
  async ({ employerId, jobId }: JobKey, before = LAST_NUMBER): Promise<ApplicationPage> => {
    const keyOf = (number: number) => applicationKeys.jobApplication(employerId, jobId, number);
    const { items: entries, last } = await db.queryPage({
      ...between(keyOf(0), keyOf(before - 1)),
      ScanIndexForward: false,
      Limit: APPLICATIONS_PER_RECRUITING_PAGE,
    });
    const numbers = takePage(entries.map(toIndexEntry), MOST_ANSWER_BYTES).map(({ number }) => number);
    const keys = numbers.map((number) => applicationKeys.application(employerId, number));
    const items = await db.batchGet(keys, { ConsistentRead: true });
    const applications = items
      .filter((item) => !isTombstone(item))
      .map(fromApplicationItem)
      .filter(({ timeToLive }) => timeToLive > toUnixSeconds(now()))
      .toSorted((one, other) => other.number - one.number);
    const isLast = numbers.length === entries.length && last === undefined;
    return { applications, next: isLast ? undefined : numbers.at(-1) };
  };
