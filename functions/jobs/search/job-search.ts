import type { JobStatus } from '../../../schemas/job.ts';
import { accountKeys } from '../../accounts/keys.ts';
import { type Database, queryPages, type Item } from '../../platform/dynamodb/database.ts';
import { attributes, indexes } from '../../platform/dynamodb/table.ts';
import { foldSearched } from '../../platform/text.ts';
import { headerFromItem, headerProjection, searchText, statusMarks } from '../job/job-item.ts';
import type { JobHeaderFields } from '../job/job.ts';
import { jobIdOf, jobKeys } from '../keys.ts';
import type { JobPage, PageQuery } from '../lists/job-lists.ts';
import { INDEX_LAG_MILLIS, RELOAD_MILLIS, rowPacks } from './row-packs.ts';
import { LATE_MILLIS, searchRows, type Period, type SearchRow, type SearchRows } from './search-rows.ts';

const { position, changed } = attributes;

const fromIndex = (row: Item): SearchRow => ({
  id: jobIdOf({ SK: row['SK'] }),
  position: row[position] ?? 0,
  text: row[attributes.searchText] ?? null,
  changedAt: row[changed],
});

/** The query for the jobs of an employer whose last change was in a period. */
const changesQuery = (employerId: number, { from, to }: Period) => ({
  IndexName: 'byChange',
  KeyConditionExpression: '#partition = :partition AND #changed BETWEEN :from AND :last',
  ExpressionAttributeNames: { '#partition': indexes.byChange.partition, '#changed': changed },
  ExpressionAttributeValues: {
    ':partition': accountKeys.employer(employerId).PK,
    ':from': from,
    ':last': Math.min(to - 1, Number.MAX_SAFE_INTEGER),
  },
});

/**
 * Reads the rows of a period in the order of their changes, a megabyte at a time. A job that changes during the read
 * moves to the end, so it is not missed.
 */
async function* changedRows(db: Database, employerId: number, period: Period): AsyncGenerator<SearchRow[]> {
  for await (const { items } of queryPages(db, changesQuery(employerId, period))) yield items.map(fromIndex);
}

/** Counts the rows of a period, which takes far less CPU than reading them. */
async function countChanged(db: Database, employerId: number, period: Period): Promise<number> {
  let count = 0;
  const query = { ...changesQuery(employerId, period), Select: 'COUNT' } as const;
  for await (const { scanned } of queryPages(db, query)) count += scanned;
  return count;
}

/** Matches search texts that contain `part`, and end with `end`, the mark of a status. */
interface TextCondition {
  part: string;
  end: string;
}

export const textCondition = (q = '', status?: JobStatus): TextCondition => ({
  part: foldSearched(q),
  end: status === undefined ? '' : statusMarks[status],
});

export const matchesText = (text: string, { part, end }: TextCondition): boolean =>
  text.endsWith(end) && foldSearched(text).includes(part);

/** Reads the jobs with these ids, in their order. Omits jobs that were deleted or no longer match. */
export async function readMatching(
  db: Database,
  employerId: number,
  { ids, condition }: { ids: readonly number[]; condition: TextCondition },
): Promise<JobHeaderFields[]> {
  const keys = ids.map((id) => jobKeys.job(employerId, id));
  const items = await db.batchGet(keys, headerProjection);
  const jobs = items
    // The projection of a tombstone is empty.
    .filter(({ id }) => id !== undefined)
    .map(headerFromItem)
    // The index may have shown a former state of the job.
    .filter((job) => matchesText(searchText(job), condition));
  const byId = new Map(jobs.map((job) => [job.id, job]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The search texts of an employer in memory. Times are in milliseconds since 1970. */
interface CachedRows {
  rows: SearchRows;
  /** When all rows were loaded. */
  loadedAt: number;
  /** When the changed rows were last read. */
  readAt: number;
}

/**
 * Whether cached rows may be updated instead of loaded again, which adds rows that updates missed: they are recent, and
 * the clock was not set back.
 */
const canUpdate = ({ loadedAt, readAt }: CachedRows, now: number): boolean =>
  now >= readAt && now - loadedAt < RELOAD_MILLIS;

/** The number of known rows from which on they are counted before they are read again. */
const MANY_ROWS = 100;

/** An LRU cache of the search texts of employers, limited in bytes, but with at least one employer. */
export function rowCache(maxBytes: number) {
  const employers = new Map<string, CachedRows>();

  return {
    get: (name: string): CachedRows | undefined => employers.get(name),

    /** Stores a value as the most recently used one. */
    set: (name: string, used: CachedRows): void => {
      employers.delete(name);
      employers.set(name, used);
      let bytes = employers.values().reduce((sum, { rows }) => sum + rows.bytes(), 0);
      for (const [other, { rows }] of employers) {
        if (bytes <= maxBytes || other === name) break;
        bytes -= rows.bytes();
        employers.delete(other);
      }
    },
  };
}

/** The state before the first read. */
export const emptyRows = (now: number): CachedRows => ({
  rows: searchRows(),
  loadedAt: now,
  readAt: now,
});

/** The limit of the cache, in bytes: enough for the texts of about 350,000 jobs. */
const MAX_BYTES = 32 * 1_024 * 1_024;

const memory = rowCache(MAX_BYTES);

/**
 * The search by q (guide: paging 2 to 8). A container caches the texts of employers' jobs and reads the changes since;
 * one with an empty cache reads packs, and the index for the periods that they leave out. `bestEffortDb` is the table
 * for writing packs.
 */
export function jobSearch(db: Database, bestEffortDb: Database, now: () => Date) {
  const nameOf = (employerId: number) => `${db.tableName} ${employerId}`;

  /** Loads everything from the packs and the index. */
  async function load(employerId: number): Promise<SearchRows> {
    const loadedAt = now().getTime();
    const loadedRows: SearchRow[] = [];

    async function readIndex({ from, to }: Period): Promise<void> {
      if (from >= to) return;
      // Packs of later changes count for a shorter time.
      const settledTo = Math.max(from, Math.min(to, loadedAt - INDEX_LAG_MILLIS));
      const periods = [
        { from, to: settledTo },
        { from: settledTo, to },
      ];
      const packings = periods.map((each) => rowPacks(bestEffortDb, employerId).writer(each, loadedAt));
      for await (const rows of changedRows(db, employerId, { from, to })) {
        loadedRows.push(...rows);
        for (const { add } of packings) await add(rows);
      }
      for (const { end } of packings) await end();
    }

    const { packs, madeInFuture } = await rowPacks(db, employerId).read(loadedAt);
    await rowPacks(bestEffortDb, employerId).expire(madeInFuture, loadedAt);
    let coveredTo = 0;
    for (const { from, to, rows } of packs) {
      await readIndex({ from: coveredTo, to: from });
      loadedRows.push(...rows);
      coveredTo = to;
    }
    await readIndex({ from: coveredTo, to: Infinity });
    const loaded = emptyRows(loadedAt);
    loaded.rows.add(loadedRows);
    memory.set(nameOf(employerId), loaded);
    return loaded.rows;
  }

  /** Updates and returns the cached rows; undefined when no rows are cached, or the cached rows are too old. */
  async function updateCached(employerId: number): Promise<SearchRows | undefined> {
    const name = nameOf(employerId);
    const cached = memory.get(name);
    const startedAt = now().getTime();
    if (!cached || !canUpdate(cached, startedAt)) return undefined;
    const { rows, readAt } = cached;
    const newest = rows.newest()?.changedAt ?? 0;
    const late = { from: Math.min(newest, readAt - LATE_MILLIS), to: newest + 1 };
    async function read(period: Period): Promise<void> {
      for await (const page of changedRows(db, employerId, period)) rows.add(page);
    }
    const areMany = rows.count(late) > MANY_ROWS;
    await read({ from: areMany ? late.to : late.from, to: Infinity });
    // A job that changed again has left the period.
    if (areMany && (await countChanged(db, employerId, late)) !== rows.count(late)) await read(late);
    cached.readAt = Math.max(cached.readAt, startedAt);
    memory.set(name, cached);
    return cached.rows;
  }

  /** A page of the jobs whose title or referenceId contains a text, ignoring case and accents. */
  return async (
    employerId: number,
    { q, status, page, pageSize }: PageQuery & { q: string },
  ): Promise<JobPage> => {
    const condition = textCondition(q, status);
    const rows = (await updateCached(employerId)) ?? (await load(employerId));
    const ids = rows.find(condition.part, condition.end);
    const onPage = ids.slice((page - 1) * pageSize, page * pageSize);
    return { total: ids.length, jobs: await readMatching(db, employerId, { ids: onPage, condition }) };
  };
}
