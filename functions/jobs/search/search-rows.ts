import { foldSearched } from '../../platform/text.ts';

/** A period of changes, in milliseconds since 1970. The end is exclusive. */
export interface Period {
  from: number;
  to: number;
}

/** The searched text of a job. */
export interface SearchRow {
  id: number;
  position: number;
  /** When the text or position last changed, in milliseconds since 1970. */
  changedAt: number;
  /** Null for a deleted job. */
  text: string | null;
}

/** How late a row may reach the index after its change without being missed, in milliseconds. */
export const LATE_MILLIS = 60_000;

/** How many changed rows, at least and of all, are kept separately before they are merged, which takes as long as many searches. */
const LEAST_MERGED = 1_000;
const MERGED_SHARE = 0.1;

/** The approximate size of a changed row, in bytes. */
const RECENT_ROW_BYTES = 400;

/** Rows, newest first. Their texts are one string, because many short ones take far longer to search. */
interface SortedRows {
  ids: Float64Array;
  positions: Float64Array;
  text: string;
  /** The offset of each row in the text, and the end of the last one. */
  starts: Uint32Array;
}

type Row = Pick<SearchRow, 'id' | 'position' | 'text'>;

const folded = (row: SearchRow): SearchRow => ({ ...row, text: row.text && foldSearched(row.text) });

const newestFirst = (a: Pick<Row, 'position'>, b: Pick<Row, 'position'>) => b.position - a.position;

function sorted(rows: readonly Row[]): SortedRows {
  const inOrder = rows.filter(({ text }) => text !== null).toSorted(newestFirst);
  const starts = new Uint32Array(inOrder.length + 1);
  for (const [row, { text }] of inOrder.entries()) {
    starts[row + 1] = (starts[row] ?? 0) + (text?.length ?? 0);
  }
  return {
    ids: Float64Array.from(inOrder, ({ id }) => id),
    positions: Float64Array.from(inOrder, ({ position }) => position),
    text: inOrder.map(({ text }) => text).join(''),
    starts,
  };
}

function* rowsOf({ ids, positions, text, starts }: SortedRows): Generator<Row> {
  for (const [row, id] of ids.entries()) {
    yield { id, position: positions[row] ?? 0, text: text.slice(starts[row], starts[row + 1]) };
  }
}

/** A text whose characters are all below U+0100 takes half as much memory. */
const bytesOf = ({ ids, positions, text, starts }: SortedRows) =>
  (/[^\0-\u00FF]/.test(text) ? 2 : 1) * text.length +
  [ids, positions, starts].reduce((sum, { byteLength }) => sum + byteLength, 0);

/** The indexes of the rows whose text contains `part` and ends with `end`, ascending. */
function matches({ ids, text, starts }: SortedRows, part: string, end: string): number[] {
  const matchingRows: number[] = [];
  let row = 0;
  for (let at = text.indexOf(part); at !== -1 && row < ids.length; at = text.indexOf(part, starts[row])) {
    while ((starts[row + 1] ?? Infinity) <= at) row += 1;
    if (text.startsWith(end, (starts[row + 1] ?? 0) - end.length)) matchingRows.push(row);
    row += 1;
  }
  return matchingRows;
}

/**
 * The search texts of an employer's jobs in memory: 20 bytes a job and the text. Each text ends in a character that
 * occurs nowhere else, so no match spans two of them. They are folded here, because stored ones are as former versions
 * fold them.
 */
export function searchRows() {
  let base = sorted([]);
  let baseBytes = 0;
  /** The rows that changed after `base` was built, by id. They replace rows in `base`. */
  const recent = new Map<number, SearchRow>();
  let newest: SearchRow | undefined;

  const isInBase = ({ id }: Row) => !recent.has(id);

  return {
    /** The last changed row. */
    newest: (): Readonly<SearchRow> | undefined => newest,

    /** The approximate size of all rows in memory, in bytes. */
    bytes: () => baseBytes + recent.size * RECENT_ROW_BYTES,

    /** Adds rows in any order and any number of times; the last change of each job counts. */
    add: (rows: Iterable<SearchRow>): void => {
      for (const row of rows) {
        if (row.changedAt >= (newest?.changedAt ?? 0)) newest = row;
        if (row.changedAt > (recent.get(row.id)?.changedAt ?? -1)) recent.set(row.id, folded(row));
      }
      // The rows of the last minute stay, because they are read again.
      const lateFrom = (newest?.changedAt ?? 0) - LATE_MILLIS;
      const settled = [...recent.values()].filter(({ changedAt }) => changedAt < lateFrom);
      if (settled.length <= Math.max(LEAST_MERGED, base.ids.length * MERGED_SHARE)) return;
      base = sorted([...rowsOf(base)].filter(isInBase).concat(settled));
      baseBytes = bytesOf(base);
      for (const { id } of settled) recent.delete(id);
    },

    /** The number of rows of a period that are kept separately: all those of the last minute. */
    count: ({ from, to }: Period): number =>
      recent.values().reduce((sum, { changedAt }) => sum + Number(changedAt >= from && changedAt < to), 0),

    /** The ids of the jobs whose text contains `part` and ends in `end`, newest first. */
    find: (part: string, end: string): number[] => {
      const { ids, positions } = base;
      const rows = matches(base, part, end);
      const recentMatches = [...recent.values()]
        .filter(({ text }) => text?.endsWith(end) && text.includes(part))
        .toSorted(newestFirst);
      const matchingIds: number[] = [];
      let next = 0;
      for (const row of rows) {
        const id = ids[row] ?? 0;
        if (recent.has(id)) continue;
        for (
          let job = recentMatches[next];
          job && job.position > (positions[row] ?? 0);
          job = recentMatches[next]
        ) {
          matchingIds.push(job.id);
          next += 1;
        }
        matchingIds.push(id);
      }
      return [...matchingIds, ...recentMatches.slice(next).map(({ id }) => id)];
    },
  };
}

export type SearchRows = ReturnType<typeof searchRows>;
