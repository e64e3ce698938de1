import { toUnixSeconds } from '../../platform/time/calendar.ts';
import type { Database, Item, Key } from '../../platform/dynamodb/database.ts';
import { jobKeys, packStart } from '../keys.ts';
import { timeToLive } from '../../platform/dynamodb/table.ts';
import { LATE_MILLIS, type Period, type SearchRow } from './search-rows.ts';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

type PackedRow = Omit<SearchRow, 'changedAt'>;

/** Numbers that increase together have small differences, which compress well. */
const differences = (numbers: readonly number[]) =>
  numbers.map((number, index) => number - (numbers[index - 1] ?? 0));

function sums(numbers: readonly number[]): number[] {
  let sum = 0;
  return numbers.map((number) => (sum += number));
}

/** Encodes rows in a tenth of the space, without the times of their changes. */
export const packRows = (rows: readonly PackedRow[]): Uint8Array =>
  deflateRawSync(
    JSON.stringify({
      ids: differences(rows.map(({ id }) => id)),
      positions: differences(rows.map(({ position }) => position)),
      texts: rows.map(({ text }) => text),
    }),
  );

/** Decodes the rows of a pack, in their order. */
export function unpackRows(pack: Uint8Array): PackedRow[] {
  const columns = JSON.parse(inflateRawSync(pack).toString()) as Record<'ids' | 'positions', number[]> & {
    texts: (string | null)[];
  };
  const [ids, positions] = [sums(columns.ids), sums(columns.positions)];
  return columns.texts.map((text, index) => ({
    id: ids[index] ?? 0,
    position: positions[index] ?? 0,
    text,
  }));
}

const DAY_MILLIS = 86_400_000;

/** How long a pack is used, in milliseconds. Tombstones are stored longer, so no deletion of a packed job is missed. */
const USABLE_MILLIS = 6 * DAY_MILLIS;

/** The time after which DynamoDB may delete a pack. */
const RETENTION_MILLIS = 7 * DAY_MILLIS;

/**
 * How late a row may reach the index after its change and still be in no pack that was made without it, in
 * milliseconds. A pack of later changes counts as long as rows in memory.
 */
export const INDEX_LAG_MILLIS = 3_600_000;

/** How long rows are used that were read LATE_MILLIS after their change, in milliseconds. */
export const RELOAD_MILLIS = 30 * 60_000;

/** The minimum number of rows for a pack. */
const MIN_ROWS = 1_000;

/** The maximum size of the rows in a pack in bytes, uncompressed: it fits into an item whatever the texts are. */
const MAX_BYTES = 300_000;

/** The maximum size of a row besides its text, in bytes. */
const ROW_BYTES = 32;

/** All rows of a period in the order of their changes, as they were at the latest change. */
export interface RowPack extends Period {
  rows: SearchRow[];
}

const bytesOf = ({ text }: SearchRow) => ROW_BYTES + Buffer.byteLength(text ?? '');

/** Splits a period whose rows fill several packs. */
function splitPack({ from, to, rows }: RowPack): RowPack[] {
  const full: RowPack[] = [];
  let last: RowPack = { from, to, rows: [] };
  let bytes = 0;
  for (const row of rows) {
    bytes += bytesOf(row);
    if (bytes > MAX_BYTES && last.rows.at(-1)?.changedAt !== row.changedAt) {
      full.push({ ...last, to: row.changedAt });
      last = { from: row.changedAt, to, rows: [] };
      bytes = bytesOf(row);
    }
    last.rows.push(row);
  }
  return [...full, last];
}

function fromItem(item: Item): RowPack {
  // All rows get the time of the last row: a job that is missing in the pack changed later.
  const changedAt: number = item['changedAt'];
  const rows = unpackRows(item['rows']).map((row) => ({ ...row, changedAt }));
  return { from: packStart(item as { SK: string }), to: item['to'], rows };
}

/**
 * Packs of `byChange` rows, so that a container with an empty cache reads a tenth. Each pack is
 * correct by itself, and expires.
 */
export function rowPacks(db: Database, employerId: number) {
  const { PK } = jobKeys.rowPack(employerId, 0);
  return {
    /**
     * Reads the packs that are usable at a time, in their order, without overlaps, and the keys of those that end
     * later: they were made before the clock was set back, and will lack changes until it has caught up.
     */
    read: async (at: number): Promise<{ packs: RowPack[]; madeInFuture: Key[] }> => {
      const items = await db.query({
        KeyConditionExpression: '#PK = :PK',
        ExpressionAttributeNames: { '#PK': 'PK' },
        ExpressionAttributeValues: { ':PK': PK },
      });
      const packs: RowPack[] = [];
      for (const item of items) {
        const age = at - item['madeAt'];
        const isNext = packStart(item as { SK: string }) >= (packs.at(-1)?.to ?? 0);
        if (age >= 0 && age < USABLE_MILLIS && isNext) packs.push(fromItem(item));
      }
      const madeInFuture = items.filter(({ to }) => to > at).map(({ SK }) => ({ PK, SK }));
      return { packs, madeInFuture };
    },

    /** Expires packs, so that they are made again. */
    expire: async (keys: readonly Key[], at: number): Promise<void> => {
      const expired = { madeAt: 0, to: 0, [timeToLive]: toUnixSeconds(new Date(at)) };
      // The next reader tries again.
      await Promise.all(keys.map((key) => db.put({ Item: { ...key, ...expired } }).catch(() => undefined)));
    },

    /**
     * Creates a writer that packs the rows of a period. They are read in their order from `at` on: it returns functions
     * that take some rows, and that end it.
     */
    writer: ({ from, to }: Period, at: number) => {
      const packedTo = Math.min(to, at - LATE_MILLIS);
      let lastPack: RowPack = { from, to: packedTo, rows: [] };

      async function write({ rows, ...pack }: RowPack): Promise<void> {
        // All releases use a pack for six days from `madeAt`.
        const madeAt = pack.to <= at - INDEX_LAG_MILLIS ? at : at - USABLE_MILLIS + RELOAD_MILLIS;
        const Item = {
          ...jobKeys.rowPack(employerId, pack.from),
          to: pack.to,
          madeAt,
          changedAt: rows.at(-1)?.changedAt,
          rows: packRows(rows),
          [timeToLive]: toUnixSeconds(new Date(madeAt + RETENTION_MILLIS)),
        };
        // The next reader tries again.
        await db.put({ Item }).catch(() => undefined);
      }

      return {
        add: async (rows: readonly SearchRow[]): Promise<void> => {
          const packed = rows.filter(({ changedAt }) => changedAt >= from && changedAt < packedTo);
          const packs = splitPack({ ...lastPack, rows: [...lastPack.rows, ...packed] });
          lastPack = packs.pop() ?? lastPack;
          for (const pack of packs) await write(pack);
        },
        end: async (): Promise<void> => {
          if (lastPack.rows.length >= MIN_ROWS) await write(lastPack);
        },
      };
    },
  };
}
