import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { JobStatus } from '../../../schemas/job.ts';
import type { JobHeaderFields } from '../domain/job.ts';
import { totalOf } from '../domain/status-map.ts';
import { basesOfPage, pageOfPositions, type PositionRange } from '../domain/status-pages.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { headerFromItem, headerProjection } from './job-item.ts';
import { readStatusCounts, readStatusMap } from './status-reading.ts';
import { attributes, indexes, keys, statusPartition, type IndexName } from '../../platform/dynamodb/table.ts';

/** A page of an employer's jobs, newest first, and the total number of matches. */
export interface JobPage {
  total: number;
  jobs: JobHeaderFields[];
}

export interface Page {
  page: number;
  pageSize: number;
}

type Query = Omit<QueryCommandInput, 'TableName'>;

/** A query of an index, newest first, narrowed by the given parts. */
function newestFirst(index: IndexName, partition: string, ...parts: Partial<Query>[]): Query {
  const own: Partial<Query> = {
    KeyConditionExpression: '#partition = :partition',
    ExpressionAttributeNames: { '#partition': indexes[index].partition },
    ExpressionAttributeValues: { ':partition': partition },
  };
  const all = [own, ...parts];
  return {
    IndexName: index,
    ScanIndexForward: false,
    ...Object.assign({}, ...parts),
    KeyConditionExpression: all.flatMap((part) => part.KeyConditionExpression ?? []).join(' AND '),
    ExpressionAttributeNames: Object.assign({}, ...all.map((part) => part.ExpressionAttributeNames)),
    ExpressionAttributeValues: Object.assign({}, ...all.map((part) => part.ExpressionAttributeValues)),
  };
}

const between = ({ newest, oldest }: PositionRange): Partial<Query> => ({
  KeyConditionExpression: '#position BETWEEN :oldest AND :newest',
  ExpressionAttributeNames: { '#position': attributes.position },
  ExpressionAttributeValues: { ':oldest': oldest, ':newest': newest },
});

/** Each job once, at its highest position: an index that lags may also show a moved job at its old position. */
function distinct(rows: readonly Item[]): Item[] {
  const seen = new Set<string>();
  return rows.filter(({ SK }) => !seen.has(SK) && seen.add(SK));
}

/**
 * The lists of an employer's jobs (interface 3.6). The indexes lag behind the table, so a list may miss a job that has
 * just been written or show its previous state, but never shows it twice, and no page is too long.
 */
export function jobLists(db: Database) {
  return {
    /** A page of all jobs or of those with one status; each page reads only the status map and its own rows. */
    list: async (
      employerId: number,
      { status, page, pageSize }: Page & { status?: JobStatus | undefined },
    ) => {
      const rows = (query: Partial<Query>): Promise<Item[]> =>
        db.query(
          status
            ? newestFirst('byStatus', statusPartition(employerId, status), query)
            : newestFirst('byPublishDate', keys.employer(employerId).PK, query),
        );
      if (page === 1) {
        // The first page needs only the counts of the status map, and reads its rows at the same time.
        const [counts, first] = await Promise.all([
          readStatusCounts(db, employerId),
          rows({ Limit: pageSize }),
        ]);
        return { total: totalOf(counts, status), jobs: distinct(first).map(headerFromItem) };
      }
      const wanted = { status, page, pageSize };
      const map = await readStatusMap(db, employerId, (leaves) => basesOfPage(leaves, wanted));
      const { total, positions } = pageOfPositions(map, wanted);
      const [newest, oldest] = [positions[0], positions.at(-1)];
      if (newest === undefined || oldest === undefined) return { total, jobs: [] };
      // The status map is ahead of the index: a row at another position is outdated.
      const onPage = new Set(positions);
      const items = (await rows(between({ newest, oldest }))).filter((row) =>
        onPage.has(row[attributes.position]),
      );
      return { total, jobs: distinct(items).map(headerFromItem) };
    },

    /** The jobs that have these referenceIds, in their order, by strong reads. */
    named: async (employerId: number, referenceIds: readonly string[]): Promise<JobPage> => {
      const references = await db.batchGet(
        referenceIds.map((referenceId) => keys.reference(employerId, referenceId)),
        { ConsistentRead: true },
      );
      const items = await db.batchGet(
        references.map(({ jobId }) => keys.job(employerId, jobId)),
        { ...headerProjection, ConsistentRead: true },
      );
      const named = items.filter(({ referenceId }) => referenceId !== undefined);
      const byName = new Map(named.map((item) => [item['referenceId'], headerFromItem(item)]));
      const jobs = [...new Set(referenceIds)].flatMap((referenceId) => byName.get(referenceId) ?? []);
      return { total: jobs.length, jobs };
    },
  };
}
