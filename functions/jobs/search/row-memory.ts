import { searchRows, type SearchRows } from './search-rows.ts';

/** What a container knows of an employer's search texts. Times are milliseconds since 1970. */
export interface Remembered {
  rows: SearchRows;
  /** When they were read anew, all of them. */
  loadedAt: number;
  /** When those were read last that had changed. */
  readAt: number;
}

/** After this time all rows are read anew: nothing that was missed is missing for longer. */
const TRUST_MILLIS = 30 * 60_000;

/** A row that comes into the index so late after its change is not missed. */
const LATE_MILLIS = 60_000;

/** Whether rows may be brought up to date; not if the clock has gone back since. */
export const isTrusted = ({ loadedAt, readAt }: Remembered, now: number): boolean =>
  now >= readAt && now - loadedAt < TRUST_MILLIS;

/** From which time of change on to read: what was the last to change is read again, too. */
export const catchUpFrom = ({ rows, readAt }: Remembered): number =>
  Math.min(rows.newest()?.changedAt ?? 0, readAt - LATE_MILLIS);

/** The search texts of many employers in so many bytes, but at least those of one: the last used leave it last. */
export function rowMemory(maxBytes: number) {
  const employers = new Map<string, Remembered>();

  return {
    recall: (name: string): Remembered | undefined => employers.get(name),

    /** Keeps what has just been used. */
    keep: (name: string, remembered: Remembered): void => {
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

/** What is to be read from now on. */
export const nothingRead = (now: number): Remembered => ({
  rows: searchRows(),
  loadedAt: now,
  readAt: now,
});
