import type { JobStatus } from '../../../schemas/job.ts';
import { accountKeys } from '../../accounts/keys.ts';
import { type Database, queryPages, type Item } from '../../platform/dynamodb/database.ts';
import { attributes, indexes } from '../../platform/dynamodb/table.ts';
import { foldSearched } from '../../platform/text.ts';
import { headerFromItem, headerProjection, searchText, statusMarks } from '../job/job-item.ts';
import type { JobHeaderFields } from '../job/job.ts';
import { jobIdOf, jobKeys } from '../keys.ts';
import type { JobPage, PageQuery } from '../lists/job-lists.ts';
import { rowPacks, type Period } from './row-packs.ts';
import { searchRows, type SearchRow, type SearchRows } from './search-rows.ts';

/** How late a row may reach the index after its change without being missed, in milliseconds. */
export const LATE_MILLIS = 60_000;

const { position, changed } = attributes;

const fromIndex = (row: Item): SearchRow => ({
  id: jobIdOf({ SK: row['SK'] }),
  position: row[position] ?? 0,
  text: row[attributes.searchText] ?? null,
  changedAt: row[changed],
});

/**
 * Reads the rows of an employer's jobs whose last change was in a period, in the order of their changes, a megabyte at
 * a time. A job that changes during the read moves to the end, so it is not missed.
 */
async function* changedRows(
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

/** The time after which all rows are loaded again, in milliseconds. This adds rows that updates missed. */
const RELOAD_MILLIS = 30 * 60_000;

/** Whether cached rows may be updated instead of loaded again: they are recent, and the clock was not set back. */
const canUpdate = ({ loadedAt, readAt }: CachedRows, now: number): boolean =>
  now >= readAt && now - loadedAt < RELOAD_MILLIS;

/** The time of change from which to read. The last changed row is read again, too. */
const catchUpFrom = ({ rows, readAt }: CachedRows): number =>
  Math.min(rows.newest()?.changedAt ?? 0, readAt - LATE_MILLIS);

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
 * The search by q (interface 3.6). A container caches the texts of employers' jobs and reads the changes since; one
 * with an empty cache reads packs, and the index for the periods that they leave out. `bestEffortDb` is the table for writing
 * packs.
 */
export function jobSearch(db: Database, bestEffortDb: Database, now: () => Date) {
  const nameOf = (employerId: number) => `${db.tableName} ${employerId}`;

  /** Loads everything from the packs and the index. */
  async function load(employerId: number): Promise<SearchRows> {
    const loadedAt = now().getTime();
    const ids: SearchRow[] = [];

    async function readIndex(period: Period): Promise<void> {
      const packing = rowPacks(bestEffortDb, employerId).writer(period, loadedAt);
      for await (const rows of changedRows(db, employerId, period)) {
        ids.push(...rows);
        await packing.add(rows);
      }
      await packing.end();
    }

    const { packs, madeInFuture } = await rowPacks(db, employerId).read(loadedAt);
    await rowPacks(bestEffortDb, employerId).expire(madeInFuture, loadedAt);
    let coveredTo = 0;
    for (const { from, to, rows } of packs) {
      if (from > coveredTo) await readIndex({ from: coveredTo, to: from });
      ids.push(...rows);
      coveredTo = to;
    }
    await readIndex({ from: coveredTo, to: Infinity });
    const loaded = emptyRows(loadedAt);
    loaded.rows.add(ids);
    memory.set(nameOf(employerId), loaded);
    return loaded.rows;
  }

  /** Updates and returns the cached rows; undefined when no rows are cached, or the cached rows are too old. */
  async function updateCached(employerId: number): Promise<SearchRows | undefined> {
    const name = nameOf(employerId);
    const cached = memory.get(name);
    const startedAt = now().getTime();
    if (!cached || !canUpdate(cached, startedAt)) return undefined;
    const period = { from: catchUpFrom(cached), to: Infinity };
    for await (const rows of changedRows(db, employerId, period)) cached.rows.add(rows);
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
