import type { JobStatus } from '../../../schemas/job.ts';
import type { JobHeaderFields } from '../job/job.ts';
import { countJobs, statusDigit, SEGMENT_SIZE, type StatusLeaf } from './status-map.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { headerFromItem, headerProjection } from '../job/job-item.ts';
import {
  bySegment,
  readDigits,
  readStatusCounts,
  readStatusMap,
  snapshotsOf,
  type StatusMap,
} from './read-status-map.ts';
import { accountKeys } from '../../accounts/keys.ts';
import { jobKeys, statusPartition } from '../keys.ts';
import { attributes, indexes } from '../../platform/dynamodb/table.ts';

/** A page of an employer's jobs, with one status or all, newest first. */
export interface PageQuery {
  status?: JobStatus | undefined;
  page: number;
  pageSize: number;
}

/** The segments with jobs of a page, each with the number of matching jobs in newer segments. */
function segmentsOn(leaves: readonly StatusLeaf[], { status, page, pageSize }: PageQuery) {
  const offset = (page - 1) * pageSize;
  let counted = 0;
  return bySegment(leaves)
    .map(([segment, inSegment]) => {
      const newer = counted;
      counted += countJobs(inSegment, status);
      return { segment, leaves: inSegment, newer, isOnPage: counted > offset };
    })
    .filter((one) => one.isOnPage && one.newer < offset + pageSize);
}

/** The names of the snapshots that contain a page. */
export const snapshotsOfPage = (leaves: readonly StatusLeaf[], query: PageQuery): string[] =>
  segmentsOn(leaves, query).flatMap((one) => snapshotsOf(one.leaves));

/** The exact number of jobs, with one status or all, and the positions of the jobs on a page. */
export function findPage({ leaves, snapshots }: StatusMap, query: PageQuery) {
  const { status, page, pageSize } = query;
  const offset = (page - 1) * pageSize;
  const digit = status && statusDigit(status);
  const positions: number[] = [];
  for (const { segment, leaves: inSegment, newer } of segmentsOn(leaves, query)) {
    const digits = readDigits({ leaves: inSegment, snapshots });
    let rank = newer;
    for (let index = SEGMENT_SIZE - 1; index >= 0 && rank < offset + pageSize; index -= 1) {
      if (digit === undefined ? digits[index] === 0 : digits[index] !== digit) continue;
      if (rank >= offset) positions.push(segment * SEGMENT_SIZE + index);
      rank += 1;
    }
  }
  return { total: countJobs(leaves, status), positions };
}

/** A page of an employer's jobs, newest first, and the total number of matches. */
export interface JobPage {
  total: number;
  jobs: JobHeaderFields[];
}

/** The rows of an index to read: the newest rows, or the rows between two positions. */
type Rows = { limit: number } | { newest: number; oldest: number };

/** The query of an employer's jobs, all of them or those with one status, newest first. */
function newestFirst(employerId: number, status: JobStatus | undefined, rows: Rows) {
  const index = status ? 'byStatus' : 'byPublishDate';
  const partition = status ? statusPartition(employerId, status) : accountKeys.employer(employerId).PK;
  const query = {
    IndexName: index,
    ScanIndexForward: false,
    KeyConditionExpression: '#partition = :partition',
    ExpressionAttributeNames: { '#partition': indexes[index].partition },
    ExpressionAttributeValues: { ':partition': partition },
  };
  if ('limit' in rows) return { ...query, Limit: rows.limit };
  return {
    ...query,
    KeyConditionExpression: `${query.KeyConditionExpression} AND #position BETWEEN :oldest AND :newest`,
    ExpressionAttributeNames: { ...query.ExpressionAttributeNames, '#position': attributes.position },
    ExpressionAttributeValues: { ':partition': partition, ':oldest': rows.oldest, ':newest': rows.newest },
  };
}

/** Keeps each job once, at its highest position: an index that lags may also show a moved job at its old position. */
function distinct(rows: readonly Item[]): Item[] {
  const sortKeys = new Set<string>();
  return rows.filter(({ SK }) => !sortKeys.has(SK) && sortKeys.add(SK));
}

/**
 * The lists of an employer's jobs (guide: paging 2 to 8). The indexes lag behind the table, so a list may miss a new
 * job or show its former state, but never shows it twice, and no page is too long.
 */
export function jobLists(db: Database) {
  return {
    /** A page of all jobs or of those with one status. Each page reads only the status map and its own rows. */
    list: async (employerId: number, query: PageQuery): Promise<JobPage> => {
      const { status, page, pageSize } = query;
      const rows = (which: Rows) => db.query(newestFirst(employerId, status, which));
      if (page === 1) {
        // The first page needs only the counts of the status map, and reads its rows in parallel.
        const [counts, firstRows] = await Promise.all([
          readStatusCounts(db, employerId),
          rows({ limit: pageSize }),
        ]);
        return { total: countJobs(counts, status), jobs: distinct(firstRows).map(headerFromItem) };
      }
      const map = await readStatusMap(db, employerId, (leaves) => snapshotsOfPage(leaves, query));
      const { total, positions } = findPage(map, query);
      const [newest, oldest] = [positions[0], positions.at(-1)];
      if (newest === undefined || oldest === undefined) return { total, jobs: [] };
      // The status map is ahead of the index: a row at another position is outdated.
      const onPage = new Set(positions);
      const items = (await rows({ newest, oldest })).filter((row) => onPage.has(row[attributes.position]));
      return { total, jobs: distinct(items).map(headerFromItem) };
    },

    /** The jobs with these referenceIds, in their order, by strong reads. */
    withReference: async (employerId: number, referenceIds: readonly string[]): Promise<JobPage> => {
      const references = await db.batchGet(
        referenceIds.map((referenceId) => jobKeys.reference(employerId, referenceId)),
        { ConsistentRead: true },
      );
      const items = await db.batchGet(
        references.map(({ jobId }) => jobKeys.job(employerId, jobId)),
        { ...headerProjection, ConsistentRead: true },
      );
      const withReference = items.filter(({ referenceId }) => referenceId !== undefined);
      const byName = new Map(withReference.map((item) => [item['referenceId'], headerFromItem(item)]));
      const jobs = [...new Set(referenceIds)].flatMap((referenceId) => byName.get(referenceId) ?? []);
      return { total: jobs.length, jobs };
    },
  };
}
