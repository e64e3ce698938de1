import { toUnixSeconds } from '../../platform/time/calendar.ts';
import type { Database, Item, Key } from '../../platform/dynamodb/database.ts';
import { jobKeys, packStart } from '../keys.ts';
import { timeToLive } from '../../platform/dynamodb/table.ts';
import { packRows, unpackRows } from './row-pack.ts';
import type { SearchRow } from './search-rows.ts';

const DAY_MILLIS = 86_400_000;

/** How long a pack counts: less than a tombstone tells that a job of the pack has been deleted. */
const USABLE_MILLIS = 6 * DAY_MILLIS;

/** After this time DynamoDB may delete it. */
const KEPT_MILLIS = 7 * DAY_MILLIS;

/** A row may come into the index so late after its change, and is still in no pack that has been made without it. */
const SETTLED_MILLIS = 3_600_000;

/** So many rows are worth a pack. */
const MIN_ROWS = 1_000;

/** The most bytes of rows in a pack, uncompressed: it fits into an item whatever the texts are. */
const MAX_BYTES = 300_000;

/** What a row takes besides its text, at most. */
const ROW_BYTES = 32;

/** Times of changes, in milliseconds since 1970: from one on, and before another one. */
export interface Period {
  from: number;
  to: number;
}

/** All rows of a period in the order of their changes, as far as they are known by the latest of these. */
export interface RowPack extends Period {
  rows: SearchRow[];
}

const bytesOf = ({ text }: SearchRow) => ROW_BYTES + Buffer.byteLength(text ?? '');

/** Divides a period where its rows fill a pack. */
function divided({ from, to, rows }: RowPack): RowPack[] {
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
  // All rows have the time of the last one: what is not in the pack has changed later.
  const changedAt: number = item['changedAt'];
  const rows = unpackRows(item['rows']).map((row) => ({ ...row, changedAt }));
  return { from: packStart(item as { SK: string }), to: item['to'], rows };
}

/**
 * The rows of `byChange`, packed, so that who knows nothing of an employer yet reads a tenth. Each pack is an item that
 * is right by itself, whoever wrote it, and expires.
 */
export function rowPacks(db: Database, employerId: number) {
  const { PK } = jobKeys.rowPack(employerId, 0);
  return {
    /**
     * The packs that count at a time, in their order; no two have a time in common. And the keys of those that end later:
     * they were made before the clock was set back, and will lack what changes until it is as late again.
     */
    read: async (at: number): Promise<{ packs: RowPack[]; outrun: Key[] }> => {
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
      const outrun = items.filter(({ to }) => to > at).map(({ SK }) => ({ PK, SK }));
      return { packs, outrun };
    },

    /** Ends packs, so that they are made again. */
    end: async (outrun: readonly Key[], at: number): Promise<void> => {
      const ended = { madeAt: 0, to: 0, [timeToLive]: toUnixSeconds(new Date(at)) };
      // The next reader tries again.
      await Promise.all(outrun.map((key) => db.put({ Item: { ...key, ...ended } }).catch(() => undefined)));
    },

    /** Packs the rows of a period, which are read in their order from `at` on: returns what takes some, and the end. */
    writer: ({ from, to }: Period, at: number) => {
      const settled = Math.min(to, at - SETTLED_MILLIS);
      let open: RowPack = { from, to: settled, rows: [] };

      async function write({ rows, ...pack }: RowPack): Promise<void> {
        const Item = {
          ...jobKeys.rowPack(employerId, pack.from),
          to: pack.to,
          madeAt: at,
          changedAt: rows.at(-1)?.changedAt,
          rows: packRows(rows),
          [timeToLive]: toUnixSeconds(new Date(at + KEPT_MILLIS)),
        };
        // Nothing depends on it, and the next reader tries again.
        await db.put({ Item }).catch(() => undefined);
      }

      return {
        add: async (rows: readonly SearchRow[]): Promise<void> => {
          const ripe = rows.filter(({ changedAt }) => changedAt < settled);
          const packs = divided({ ...open, rows: [...open.rows, ...ripe] });
          open = packs.pop() ?? open;
          for (const pack of packs) await write(pack);
        },
        end: async (): Promise<void> => {
          if (open.rows.length >= MIN_ROWS) await write(open);
        },
      };
    },
  };
}
