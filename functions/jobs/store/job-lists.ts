import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { JobStatus } from '../../../schemas/job.ts';
import { storedFoldings } from '../../platform/values/folded-text.ts';
import type { JobHeaderFields } from '../domain/job.ts';
import { basesOf } from '../domain/status-digits.ts';
import { totalOf } from '../domain/status-map.ts';
import { basesOfPage, pageOfPositions, rangesBelow, type PositionRange } from '../domain/status-pages.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { headerFromItem, searchText, statusMarks } from './job-item.ts';
import { readStatusCounts, readStatusMap } from './status-reading.ts';
import {
  attributes,
  HEADER_ATTRIBUTES,
  indexes,
  jobIdOf,
  keys,
  statusPartition,
  type IndexName,
} from '../../platform/dynamodb/table.ts';

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

const headerProjection = {
  ProjectionExpression: HEADER_ATTRIBUTES.map((name) => `#${name}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(HEADER_ATTRIBUTES.map((name) => [`#${name}`, name])),
};

/** Each job once, at its highest position: an index that lags may also show a moved job at its old position. */
function distinct(rows: readonly Item[]): Item[] {
  const seen = new Set<string>();
  return rows.filter(({ SK }) => !seen.has(SK) && seen.add(SK));
}

/** What a search text must contain: one text of each list. Each search text has a line break, so it is any status. */
const wantedTexts = (q: string, status: JobStatus | undefined): string[][] => [
  storedFoldings(q),
  [status ? statusMarks[status] : '\n'],
];

const matchesAll = (text: string, wanted: readonly string[][]) =>
  wanted.every((texts) => texts.some((one) => text.includes(one)));

/** The same check as a filter of DynamoDB. */
function filterOf(wanted: readonly string[][]): Partial<Query> {
  const names = new Map(wanted.flat().map((text, index) => [text, `:text${index}`]));
  const oneOf = (texts: readonly string[]) =>
    `(${texts.map((text) => `contains(#text, ${names.get(text)})`).join(' OR ')})`;
  return {
    FilterExpression: wanted.map(oneOf).join(' AND '),
    ExpressionAttributeNames: { '#text': attributes.searchText },
    ExpressionAttributeValues: Object.fromEntries([...names].map(([text, name]) => [name, text])),
  };
}

/**
 * The lists of an employer's jobs (interface 3.6). The indexes lag behind the table, so a list may miss a job that has
 * just been written or show its previous state, but never shows it twice, and no page is too long.
 */
export function jobLists(db: Database) {
  /** The rows whose text contains q, of one status or of all, newest first. */
  async function matches(employerId: number, q: string, status: JobStatus | undefined): Promise<Item[]> {
    const { PK } = keys.employer(employerId);
    const filter = filterOf(wantedTexts(q, status));
    const first = await db.queryPage(newestFirst('bySearchText', PK, filter));
    if (!first.last) return distinct(first.items);
    // The rest is read in parallel: the status map says where to split it into megabytes.
    const map = await readStatusMap(db, employerId, basesOf);
    const ranges = rangesBelow(map, first.last[attributes.position], first.scanned);
    const rest = await Promise.all(
      ranges.map((range) => db.query(newestFirst('bySearchText', PK, filter, between(range)))),
    );
    return distinct([first.items, ...rest].flat());
  }

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

    /** A page of the jobs whose title or referenceId contains a text, ignoring case and accents. */
    search: async (
      employerId: number,
      { q, status, page, pageSize }: Page & { q: string; status?: JobStatus | undefined },
    ): Promise<JobPage> => {
      const found = await matches(employerId, q, status);
      const onPage = found.slice((page - 1) * pageSize, page * pageSize).map(({ PK, SK }) => ({ PK, SK }));
      const items = await db.batchGet(onPage, headerProjection);
      const wanted = wantedTexts(q, status);
      const byId = new Map(
        items
          // Of a tombstone, the projection leaves nothing.
          .filter(({ id }) => id !== undefined)
          .map(headerFromItem)
          // The index may have shown an earlier state of the job.
          .filter((job) => matchesAll(searchText(job), wanted))
          .map((job) => [job.id, job]),
      );
      return { total: found.length, jobs: onPage.flatMap(({ SK }) => byId.get(jobIdOf({ SK })) ?? []) };
    },
  };
}
