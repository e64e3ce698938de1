import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Database, Item, Key } from '../../platform/dynamodb/database.ts';
import { eventKeys } from '../keys.ts';
import { timeToLive } from '../../platform/dynamodb/table.ts';
import type { LoggedEvent } from '../domain/logged-event.ts';
import type { Gap } from '../domain/numbers.ts';
import type { Kind } from './kinds/kind.ts';

/** The newest events of an employer, which are not in a page yet. */
export interface NewestEvents {
  /** The number of the last event; 0 before the first. */
  number: number;
  events: LoggedEvent[];
  /** What numbers leave out, one for each restore. */
  gaps: readonly Gap[];
  /** The highest sequence number of a change that has an event, by what it was a change of. */
  seen: Partial<Record<Kind['source'], string>>;
  /** Attributes that a later release has written, which stay. */
  others: Item;
}

/** Events as an item keeps them: as JSON, in which names repeat, they would be five times as long. */
export const packed = (events: readonly object[]): Uint8Array => deflateRawSync(JSON.stringify(events));

/** Keeps the four decimals of an amount, which a JavaScript number does not have. */
const withDecimals = (name: string, value: unknown, { source = '' }: { source?: string } = {}) =>
  typeof value === 'number' && /^(?:amount|maxAmount)$/.test(name) ? JSON.rawJSON(source) : value;

export const unpacked = (bytes: Uint8Array): unknown =>
  JSON.parse(inflateRawSync(bytes).toString('utf8'), withDecimals);

/** The events of an item. */
export const eventsIn = (item: Item): LoggedEvent[] => unpacked(item['events']) as LoggedEvent[];

/** An item with events, which expires when the newest of them is no longer kept. */
export const kept = (key: Key, events: readonly LoggedEvent[], keptSeconds: number): Item => ({
  ...key,
  events: packed(events),
  [timeToLive]:
    Math.ceil(Math.max(...events.map(({ timestamp }) => Date.parse(timestamp))) / 1_000) + keptSeconds,
});

export async function newestEvents(db: Database, employerId: number): Promise<NewestEvents> {
  const item = await db.get({ Key: eventKeys.newestEvents(employerId), ConsistentRead: true });
  if (!item) return { number: 0, events: [], gaps: [], seen: {}, others: {} };
  const { PK: _, SK: __, number, events: ___, gaps = [], seen, ...others } = item;
  return { number, events: eventsIn(item), gaps, seen, others };
}

/** The item with the newest events of an employer. */
export const newestItem = (employerId: number, { events, gaps, others, ...newest }: NewestEvents): Item => ({
  ...others,
  ...eventKeys.newestEvents(employerId),
  ...newest,
  events: packed(events),
  ...(gaps.length > 0 && { gaps }),
});
