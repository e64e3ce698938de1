import type { JobStatus } from '../../../schemas/job.ts';
import type { ListJobsQuery } from '../../../schemas/list.ts';
import { accountKeys } from '../../accounts/keys.ts';
import { type Database, queryPages, type Item } from '../../platform/dynamodb/database.ts';
import { attributes, indexes } from '../../platform/dynamodb/table.ts';
import { storedFoldings } from '../../platform/text.ts';
import { headerFromItem, headerProjection, searchText, statusMarks } from '../job/job-item.ts';
import { jobIdOf, jobKeys } from '../keys.ts';
import type { JobPage, Page } from '../lists/job-lists.ts';
import type { Period } from './row-packs.ts';
import type { SearchRow } from './search-rows.ts';

/** How late a row may reach the index after its change without being missed, in milliseconds. */
export const LATE_MILLIS = 60_000;

const { position, changed } = attributes;

function fromIndex(row: Item): SearchRow {
  const { [position]: place = 0, [attributes.searchText]: text = null, [changed]: changedAt } = row;
  return { id: jobIdOf({ SK: row['SK'] }), position: place, text, changedAt };
}

/**
 * Reads the rows of an employer's jobs whose last change was in a period, in the order of their changes, a megabyte at
 * a time. A job that changes during the read moves to the end, so it is not missed.
 */
export async function* changedRows(
  db: Database,
  employerId: number,
  { from, to }: Period,
): AsyncGenerator<SearchRow[]> {
  const { partition } = indexes.byChange;
  const isOpen = to === Infinity;
  const query = {
    IndexName: 'byChange',
    KeyConditionExpression: `#partition = :partition AND #changed ${isOpen ? '>= :from' : 'BETWEEN :from AND :last'}`,
    ProjectionExpression: '#SK, #changed, #position, #text',
    ExpressionAttributeNames: {
      '#partition': partition,
      '#SK': 'SK',
      '#changed': changed,
      '#position': position,
      '#text': attributes.searchText,
    },
    ExpressionAttributeValues: {
      ':partition': accountKeys.employer(employerId).PK,
      ':from': from,
      ...(!isOpen && { ':last': to - 1 }),
    },
  };
  for await (const { items } of queryPages(db, query)) yield items.map(fromIndex);
}

/** The search texts that a list finds: those that contain one of `texts` and end with `end`, the mark of a status. */
interface TextCondition {
  texts: readonly string[];
  end: string;
}

export const textCondition = ({
  q,
  status,
}: {
  q?: string | undefined;
  status?: JobStatus | undefined;
}): TextCondition => ({
  texts: q ? storedFoldings(q) : [''],
  end: status === undefined ? '' : statusMarks[status],
});

const matchesText = (text: string, { texts, end }: TextCondition): boolean =>
  text.endsWith(end) && texts.some((part) => text.includes(part));

/** Reads a page of the jobs with these ids. Leaves out those that were deleted or no longer match. */
export async function readPage(
  db: Database,
  employerId: number,
  { ids, condition, page, pageSize }: Page & { ids: readonly number[]; condition: TextCondition },
): Promise<JobPage> {
  const onPage = ids.slice((page - 1) * pageSize, page * pageSize).map((id) => jobKeys.job(employerId, id));
  const items = await db.batchGet(onPage, headerProjection);
  const jobs = items
    // The projection of a tombstone is empty.
    .filter(({ id }) => id !== undefined)
    .map(headerFromItem)
    // The index may have shown a former state of the job.
    .filter((job) => matchesText(searchText(job), condition));
  const byId = new Map(jobs.map((job) => [job.id, job]));
  return { total: ids.length, jobs: onPage.flatMap((key) => byId.get(jobIdOf(key)) ?? []) };
}

/**
 * A page of the jobs that changed since a time, the oldest change first (interface 3.6). The index and the clocks of
 * other containers may be late, so it begins a minute earlier.
 */
export const changedJobs =
  (db: Database) =>
  async (
    employerId: number,
    { updatedSince, q, status, page, pageSize }: ListJobsQuery & { updatedSince: string },
  ): Promise<JobPage> => {
    const condition = textCondition({ q, status });
    const from = Date.parse(updatedSince) - LATE_MILLIS;
    // A job that changes during the read is read twice. It keeps its later place.
    const textById = new Map<number, string>();
    for await (const rows of changedRows(db, employerId, { from, to: Infinity })) {
      for (const { id, text } of rows) {
        textById.delete(id);
        // A deleted job has no text.
        if (text !== null && matchesText(text, condition)) textById.set(id, text);
      }
    }
    return readPage(db, employerId, { ids: [...textById.keys()], condition, page, pageSize });
  };
