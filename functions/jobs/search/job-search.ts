import type { JobStatus } from '../../../schemas/job.ts';
import { type Database, queryPages, type Item } from '../../platform/dynamodb/database.ts';
import { jobIdOf, jobKeys } from '../keys.ts';
import { storedFoldings } from '../../platform/text.ts';
import { type SearchRow, type SearchRows, searchRows } from './search-rows.ts';
import { headerFromItem, headerProjection, searchText, statusMarks } from '../job/job-item.ts';
import type { JobPage, Page } from '../lists/job-lists.ts';
import { rowPacks, type Period } from './row-packs.ts';
import { accountKeys } from '../../accounts/keys.ts';
import { attributes, indexes } from '../../platform/dynamodb/table.ts';

/** The search texts of an employer in memory. Times are in milliseconds since 1970. */
export interface CachedRows {
  rows: SearchRows;
  /** When all rows were loaded. */
  loadedAt: number;
  /** When the changed rows were last read. */
  readAt: number;
}

/** After this time all rows are loaded again, which corrects anything that was missed. */
const RELOAD_MILLIS = 30 * 60_000;

/** How late a row may reach the index after its change without being missed, in milliseconds. */
const LATE_MILLIS = 60_000;

/** Whether rows may be updated; not if the clock was set back since. */
const canUpdate = ({ loadedAt, readAt }: CachedRows, now: number): boolean =>
  now >= readAt && now - loadedAt < RELOAD_MILLIS;

/** The time of change from which to read. The last changed row is read again, too. */
const catchUpFrom = ({ rows, readAt }: CachedRows): number =>
  Math.min(rows.newest()?.changedAt ?? 0, readAt - LATE_MILLIS);

/** An LRU cache of the search texts of employers, limited in bytes, but with at least one employer. */
export function rowCache(maxBytes: number) {
  const employers = new Map<string, CachedRows>();

  return {
    recall: (name: string): CachedRows | undefined => employers.get(name),

    /** Stores a value that was just used. */
    set: (name: string, remembered: CachedRows): void => {
      employers.delete(name);
      employers.set(name, remembered);
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

const { position, changed } = attributes;

function fromIndex(row: Item): SearchRow {
  const { [position]: place = 0, [attributes.searchText]: text = null, [changed]: changedAt } = row;
  return { id: jobIdOf({ SK: row['SK'] }), position: place, text, changedAt };
}

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

/** Enough for the texts of some 350,000 jobs. */
const MAX_BYTES = 32 * 1_024 * 1_024;

const memory = rowCache(MAX_BYTES);

/**
 * The search by q (interface 3.6). A container caches the texts of employers' jobs and reads the changes since; one
 * with an empty cache reads packs, and the index for the periods that they leave out. `upkeep` is the table for writing
 * packs.
 */
export function jobSearch(db: Database, upkeep: Database, now: () => Date) {
  const nameOf = (employerId: number) => `${db.tableName} ${employerId}`;

  /** Loads everything from the packs and the index. */
  async function load(employerId: number): Promise<SearchRows> {
    const loadedAt = now().getTime();
    const ids: SearchRow[] = [];

    async function readIndex(period: Period): Promise<void> {
      const packing = rowPacks(upkeep, employerId).writer(period, loadedAt);
      for await (const rows of changedRows(db, employerId, period)) {
        ids.push(...rows);
        await packing.add(rows);
      }
      await packing.end();
    }

    const { packs, madeInFuture } = await rowPacks(db, employerId).read(loadedAt);
    await rowPacks(upkeep, employerId).expire(madeInFuture, loadedAt);
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

  /** Updates and returns the cached rows; undefined when there are none, or they cannot be trusted. */
  async function updateCached(employerId: number): Promise<SearchRows | undefined> {
    const name = nameOf(employerId);
    const cached = memory.recall(name);
    const startedAt = now().getTime();
    if (!cached || !canUpdate(cached, startedAt)) return undefined;
    const period = { from: catchUpFrom(cached), to: Infinity };
    for await (const row of changedRows(db, employerId, period)) cached.rows.add(row);
    cached.readAt = Math.max(cached.readAt, startedAt);
    memory.set(name, cached);
    return cached.rows;
  }

  /** A page of the jobs whose title or referenceId contains a text, ignoring case and accents. */
  return async (
    employerId: number,
    { q, status, page, pageSize }: Page & { q: string; status?: JobStatus | undefined },
  ): Promise<JobPage> => {
    const texts = storedFoldings(q);
    const end = status === undefined ? '' : statusMarks[status];
    const matches = (text: string) => text.endsWith(end) && texts.some((part) => text.includes(part));

    const rows = (await updateCached(employerId)) ?? (await load(employerId));
    const matchingIds = rows.find(texts, end);
    const onPage = matchingIds
      .slice((page - 1) * pageSize, page * pageSize)
      .map((id) => jobKeys.job(employerId, id));
    const items = await db.batchGet(onPage, headerProjection);
    const jobs = items
      // The projection of a tombstone is empty.
      .filter(({ id }) => id !== undefined)
      .map(headerFromItem)
      // The index may have shown a former state of the job.
      .filter((job) => matches(searchText(job)));
    const byId = new Map(jobs.map((job) => [job.id, job]));
    return { total: matchingIds.length, jobs: onPage.flatMap((key) => byId.get(jobIdOf(key)) ?? []) };
  };
}
