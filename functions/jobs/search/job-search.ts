import type { JobStatus } from '../../../schemas/job.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import type { JobPage, Page } from '../lists/job-lists.ts';
import { changedRows, LATE_MILLIS, readPage, textCondition } from './changed-jobs.ts';
import { rowPacks, type Period } from './row-packs.ts';
import { searchRows, type SearchRow, type SearchRows } from './search-rows.ts';

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
    for await (const rows of changedRows(db, employerId, period)) cached.rows.add(rows);
    cached.readAt = Math.max(cached.readAt, startedAt);
    memory.set(name, cached);
    return cached.rows;
  }

  /** A page of the jobs whose title or referenceId contains a text, ignoring case and accents. */
  return async (
    employerId: number,
    { q, status, page, pageSize }: Page & { q: string; status?: JobStatus | undefined },
  ): Promise<JobPage> => {
    const condition = textCondition({ q, status });
    const rows = (await updateCached(employerId)) ?? (await load(employerId));
    const ids = rows.find(condition.texts, condition.end);
    return readPage(db, employerId, { ids, condition, page, pageSize });
  };
}
