import { searchRows, type SearchRows } from './search-rows.ts';

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
export const canUpdate = ({ loadedAt, readAt }: CachedRows, now: number): boolean =>
  now >= readAt && now - loadedAt < RELOAD_MILLIS;

/** The time of change from which to read. The last changed row is read again, too. */
export const catchUpFrom = ({ rows, readAt }: CachedRows): number =>
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
