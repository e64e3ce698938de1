import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Database, Item, Key } from '../../platform/dynamodb/database.ts';
import { eventKeys } from '../keys.ts';
import { timeToLive } from '../../platform/dynamodb/table.ts';
import type { LoggedEvent } from '../domain/logged-event.ts';
import type { EventSource } from './sources/event-source.ts';

/** The newest events of an employer, which are not in a page yet. */
export interface NewestEvents {
  /** The number of the last event; 0 before the first. */
  number: number;
  events: LoggedEvent[];
  /** The gaps between event numbers, one for each restore. */
  gaps: readonly Gap[];
  /** The highest sequence number of a change with an event, by the source of the change. */
  seen: Partial<Record<EventSource['source'], string>>;
  /** The time of the last change that a repair of the log added before its record arrived, in ISO 8601. */
  repairedAt?: string | undefined;
  /** Attributes that a later release wrote, which are preserved. */
  otherAttributes: Item;
}

/** Compresses events for an item: the JSON, which repeats its names, would be five times as long. */
export const compress = (events: readonly object[]): Uint8Array => deflateRawSync(JSON.stringify(events));

/** Preserves the four decimals of an amount: a JavaScript number would lose trailing zeros. */
const withDecimals = (name: string, value: unknown, { source = '' }: { source?: string } = {}) =>
  typeof value === 'number' && /^(?:amount|maxAmount)$/.test(name) ? JSON.rawJSON(source) : value;

export const decompress = (bytes: Uint8Array): unknown =>
  JSON.parse(inflateRawSync(bytes).toString('utf8'), withDecimals);

/** The events of an item. */
export const eventsFrom = (item: Item): LoggedEvent[] => decompress(item['events']) as LoggedEvent[];

/** An item with events, which expires with the newest of them. */
export const expiringItem = (key: Key, events: readonly LoggedEvent[], keptSeconds: number): Item => ({
  ...key,
  events: compress(events),
  [timeToLive]:
    Math.ceil(Math.max(...events.map(({ timestamp }) => Date.parse(timestamp))) / 1_000) + keptSeconds,
});

export async function readNewestEvents(db: Database, employerId: number): Promise<NewestEvents> {
  const item = await db.get({ Key: eventKeys.newestEvents(employerId), ConsistentRead: true });
  if (!item) return { number: 0, events: [], gaps: [], seen: {}, otherAttributes: {} };
  const { PK: _, SK: __, number, events: ___, gaps = [], seen, repairedAt, ...others } = item;
  return { number, events: eventsFrom(item), gaps, seen, repairedAt, otherAttributes: others };
}

/** The item with the newest events of an employer. */
export const newestItem = (
  employerId: number,
  { events, gaps, repairedAt, otherAttributes: others, ...newest }: NewestEvents,
): Item => ({
  ...others,
  ...eventKeys.newestEvents(employerId),
  ...newest,
  events: compress(events),
  ...(gaps.length > 0 && { gaps }),
  ...(repairedAt !== undefined && { repairedAt }),
});

/** The event numbers that a restored log skips: those above the first number, up to and including the second. */
export type Gap = readonly [after: number, upTo: number];

/** The number of the event that follows an event, in a log with ordered gaps. */
export const nextEventId = (number: number, gaps: readonly Gap[]): number =>
  1 + gaps.reduce((last, [after, upTo]) => (after <= last && last < upTo ? upTo : last), number);
