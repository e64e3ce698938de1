import type { ListJobsQuery } from '../../../schemas/list.ts';
import { accountKeys } from '../../accounts/keys.ts';
import { type Database, type Item, queryPages } from '../../platform/dynamodb/database.ts';
import { attributes, indexes } from '../../platform/dynamodb/table.ts';
import { refuseViolations } from '../../validation/submission.ts';
import type { JobHeaderFields } from '../job/job.ts';
import { jobIdOf, jobKeys } from '../keys.ts';
import { matchesText, readMatching, textCondition } from './job-search.ts';
import { LATE_MILLIS } from './search-rows.ts';

const { partition, sort } = indexes.byChange;

/** One row more than the largest page: it shows whether the list goes on. */
const ROWS_PER_READ = 101;

/** The maximum number of reads in which a page looks for jobs that match. */
const MAX_READS = 5;

const positionPattern = /^(\d{1,15})-(\d{1,15})$/;

/** The position of a row in the list, as clients see it: the time of the change and the id of the job. */
const positionOf = (row: Item): string => `${row[sort]}-${jobIdOf({ SK: row['SK'] })}`;

/** Refuses a query that mixes positions and page numbers. Throws Refusal `validation_failed`. */
export function requirePosition({ updatedSince, after, page }: ListJobsQuery): void {
  if (updatedSince && page !== 1) {
    const message = 'page must not be sent together with updatedSince: follow paging.next.';
    refuseViolations([{ parameter: 'page', code: 'not_allowed', message }]);
  }
  if (after && !updatedSince) {
    const message = 'after must be sent together with updatedSince: other lists of jobs have page.';
    refuseViolations([{ parameter: 'after', code: 'not_allowed', message }]);
  }
  if (after && !positionPattern.test(after)) {
    const message = 'after must be copied from paging.next.';
    refuseViolations([{ parameter: 'after', code: 'malformed', message }]);
  }
}

/** The key of a row in the index, which need not exist any more; undefined without a position. */
function keyAtPosition(employerId: number, after: string): Item | undefined {
  const [, at, id] = positionPattern.exec(after) ?? [];
  return at === undefined ? undefined : { ...jobKeys.job(employerId, Number(id)), [sort]: Number(at) };
}

/** A page of the list, and the position after which the list goes on; null at the end. */
interface ChangedJobs {
  jobs: JobHeaderFields[];
  next: string | null;
}

/**
 * The jobs that changed since a time, the oldest change first (guide: paging 2 to 8). A job that changes gets a later
 * time than it had, so behind a position appear only late rows: those of containers whose clock or write is late, and
 * those of an index that lags. The list begins LATE_MILLIS earlier, so the next walk has what this one passed.
 */
export const changedJobs =
  (db: Database) =>
  async (
    employerId: number,
    { updatedSince, after = '', q, status, pageSize }: ListJobsQuery & { updatedSince: string },
  ): Promise<ChangedJobs> => {
    const condition = textCondition(q, status);
    const from = Date.parse(updatedSince) - LATE_MILLIS;
    const start = keyAtPosition(employerId, after);
    const chunks = queryPages(db, {
      IndexName: 'byChange',
      KeyConditionExpression: '#partition = :partition AND #changed >= :from',
      ExpressionAttributeNames: { '#partition': partition, '#changed': sort },
      ExpressionAttributeValues: { ':partition': accountKeys.employer(employerId).PK, ':from': from },
      Limit: ROWS_PER_READ,
      // DynamoDB refuses a start outside the condition.
      ...(start && start[sort] >= from && { ExclusiveStartKey: start }),
    });

    async function readIds(): Promise<{ ids: readonly number[]; next: string | null }> {
      const ids = new Set<number>();
      let next: string | null = null;
      let reads = 0;
      for await (const { items, last } of chunks) {
        for (const row of items) {
          if (ids.size === pageSize) return { ids: [...ids], next };
          const id = jobIdOf({ SK: row['SK'] });
          const text = row[attributes.searchText];
          // An index that lags may show a job twice: its last row counts. A deleted job has no text.
          ids.delete(id);
          if (text !== undefined && matchesText(text, condition)) ids.add(id);
          next = positionOf(row);
        }
        reads += 1;
        if (reads === MAX_READS && last) return { ids: [...ids], next };
      }
      return { ids: [...ids], next: null };
    }

    const { ids, next } = await readIds();
    return { jobs: await readMatching(db, employerId, { ids, condition }), next };
  };
