import { Refusal } from '../../platform/errors.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import { type Database, type Item, type Key, queryPages } from '../../platform/dynamodb/database.ts';
import { eventKeys, eventPrefixes } from '../keys.ts';
import { LAST_NUMBER, between } from '../../platform/dynamodb/sort-keys.ts';
import { timeToLive } from '../../platform/dynamodb/table.ts';
import { subjectOf, type LoggedEvent } from '../domain/logged-event.ts';
import { eventsFrom, readNewestEvents, nextEventId, newestItem } from './event-items.ts';

/** The maximum number of pages in one read. Each page has at least one event. */
const MAX_PAGES = 10;

/** The maximum number of reads for one request that selects event types. */
const MAX_READINGS = 10;

const expired = (after: number, oldest: number) =>
  new Refusal(
    'events_expired',
    `The events after ${after} are no longer kept. The oldest is ${oldest}: send after=${oldest - 1} to begin with it.`,
    { extensions: { oldestEventId: oldest } },
  );

interface EventQuery {
  after: number;
  limit: number;
  types?: readonly LoggedEvent['type'][] | undefined;
}

/** A part of the log. `last` is the number of the last event read, even if `types` excludes the event. */
interface EventPage {
  events: LoggedEvent[];
  last: number;
  more: boolean;
  /** The number of the last event in the log. */
  latest: number;
}

/**
 * The log of an employer's events. The newest are in one item, all others in pages, and each again among those of its
 * job. The newest item is read first: an event that has left it is already in a page.
 */
export function eventLog(db: Database, now: () => Date) {
  /** The query for the unexpired items between two keys. */
  const unexpiredBetween = ({ PK, SK: from }: Key, { SK: to }: Key) => ({
    KeyConditionExpression: '#PK = :PK AND #SK BETWEEN :from AND :to',
    FilterExpression: '#timeToLive > :now',
    ExpressionAttributeNames: { '#PK': 'PK', '#SK': 'SK', '#timeToLive': timeToLive },
    ExpressionAttributeValues: { ':PK': PK, ':from': from, ':to': to, ':now': toUnixSeconds(now()) },
    ConsistentRead: true,
  });

  /** Reads the unexpired events after a number, oldest first, in a few reads. */
  async function* eventsAfter(
    employerId: number,
    { after, limit, types }: EventQuery,
    newest: readonly LoggedEvent[],
  ) {
    if (newest[0] && newest[0].id > after + 1) {
      const query = unexpiredBetween(
        eventKeys.eventPage(employerId, after + 1),
        eventKeys.eventPage(employerId, LAST_NUMBER),
      );
      // Expired pages may come first, so only the first read is limited to the requested number.
      let Limit = types ? MAX_PAGES : Math.min(MAX_PAGES, limit);
      let start: { ExclusiveStartKey?: Item } | undefined = {};
      for (let readings = 0; start; Limit = MAX_PAGES) {
        const { items, last } = await db.queryPage({ ...query, Limit, ...start });
        for (const item of items) yield* eventsFrom(item);
        if (items.length > 0) readings += 1;
        if (last && readings === MAX_READINGS) return;
        start = last && { ExclusiveStartKey: last };
      }
    }
    yield* newest;
  }

  return {
    /**
     * Reads events after a number, oldest first, also across a gap. Throws Refusal `events_expired`, which names the
     * oldest one, when the next has expired; from 0, the list begins with the oldest.
     */
    after: async (employerId: number, query: EventQuery): Promise<EventPage> => {
      const { after, limit, types } = query;
      const { number: latest, events: newest, gaps } = await readNewestEvents(db, employerId);
      const events: LoggedEvent[] = [];
      let last = after;
      for await (const event of eventsAfter(employerId, query, newest)) {
        // A page that was written twice may overlap with the page before.
        if (event.id <= last) continue;
        if (event.id > nextEventId(last, gaps) && last > 0) {
          if (last === after) throw expired(after, event.id);
          break;
        }
        last = event.id;
        if (!types || types.includes(event.type)) events.push(event);
        if (events.length === limit) break;
      }
      // A restored log may have no event after its last gap.
      if (nextEventId(last, gaps) > latest) last = latest;
      return { events, last, more: last < latest, latest };
    },

    /**
     * Reads the events about a job before the one with a number, newest first; `before` is where to continue, null at
     * the end.
     */
    history: async (
      employerId: number,
      jobId: number,
      { before = LAST_NUMBER, limit }: { before?: number | undefined; limit: number },
    ): Promise<{ events: LoggedEvent[]; before: number | null }> => {
      const { events: newest } = await readNewestEvents(db, employerId);
      const items = await db.query({
        ...unexpiredBetween(
          eventKeys.jobEvent(employerId, jobId, 0),
          eventKeys.jobEvent(employerId, jobId, before - 1),
        ),
        ScanIndexForward: false,
        Limit: limit + 1,
      });
      const about = newest.filter((event) => subjectOf(event) === jobId && event.id < before);
      const byId = new Map([...items.flatMap(eventsFrom), ...about].map((event) => [event.id, event]));
      const all = [...byId.values()].toSorted((one, other) => other.id - one.id);
      const events = all.slice(0, limit);
      return { events, before: all.length > limit ? (events.at(-1)?.id ?? null) : null };
    },

    /** The number of the last event; 0 before the first. */
    last: (employerId: number): Promise<number> => lastEventId(db, employerId),
  };
}

export type EventLog = ReturnType<typeof eventLog>;

/**
 * Reads the number of an account's last event before a time (ISO 8601), 0 when none of the stored ones is or without a
 * time, and that of its last event.
 */
export const lastEventBefore =
  (db: Database) =>
  async (accountId: number, time: string | null): Promise<{ before: number; last: number }> => {
    const { number: last, events } = await readNewestEvents(db, accountId);
    if (time === null) return { before: 0, last };
    const newest = events.findLast(({ timestamp }) => timestamp < time);
    if (newest || last === 0) return { before: newest?.id ?? 0, last };
    const range = between(eventKeys.eventPage(accountId, 0), eventKeys.eventPage(accountId, LAST_NUMBER));
    for await (const { items } of queryPages(db, { ...range, ScanIndexForward: false, Limit: MAX_PAGES })) {
      for (const item of items) {
        const event = eventsFrom(item).findLast(({ timestamp }) => timestamp < time);
        if (event) return { before: event.id, last };
      }
    }
    return { before: 0, last };
  };

/**
 * Reads the numbers of the last events of employers, by the employers' ids; none for an employer before its first
 * event.
 */
export const lastEventIds =
  (db: Database) =>
  async (employerIds: readonly number[]): Promise<Map<number, number>> => {
    const items = await db.batchGet(employerIds.map(eventKeys.newestEvents), {
      ProjectionExpression: '#PK, #number',
      ExpressionAttributeNames: { '#PK': 'PK', '#number': 'number' },
    });
    return new Map(items.map(({ PK, number }) => [Number(PK.slice(eventPrefixes.events.length)), number]));
  };

/** The number of an employer's last event; 0 before the first. */
export const lastEventId = async (db: Database, employerId: number): Promise<number> =>
  (await readNewestEvents(db, employerId)).number;

/**
 * Continues the numbers of an employer's events after `last`, in a restored table: it has another stream, whose
 * sequence numbers cannot be compared with former ones. Readers of the log skip the gap.
 */
export async function continueNumbers(db: Database, employerId: number, last: number): Promise<void> {
  const before = await readNewestEvents(db, employerId);
  const gaps = [...before.gaps, [before.number, last]] as const;
  const newest = { ...before, number: last, gaps, seen: {} };
  await db.put({ Item: newestItem(employerId, newest) });
}
