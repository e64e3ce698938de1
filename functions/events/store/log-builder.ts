import { queryPages, type Database } from '../../platform/dynamodb/database.ts';
import { toLostRace } from '../../platform/dynamodb/failures.ts';
import { between, LAST_NUMBER } from '../../platform/dynamodb/sort-keys.ts';
import { eventKeys } from '../keys.ts';
import { accountKeys } from '../../accounts/keys.ts';
import { subjectOf, type LoggedEvent, isSameEvent, repeatableSince } from '../domain/logged-event.ts';
import {
  eventsFrom,
  expiringItem,
  readNewestEvents,
  newestItem,
  compress,
  type NewestEvents,
} from './event-items.ts';
import type { Change } from './stream-record.ts';

/** The maximum size of the newest events in their item, in bytes, so that a write of the item costs one write unit. */
const NEWEST_BYTES = 850;

/** The maximum size of JSON that one write adds, in characters: an item of DynamoDB has at most 400 KB. */
const MAX_AT_ONCE = 100_000;

/** The sequence number of a change that a repair adds without its record; no record of a stream has it. */
export const REPAIRED = '0';

const later = (one: string, other = '') => (one > other ? one : other);

const isHigher = (one: string, other: string | undefined) =>
  other === undefined || BigInt(one) > BigInt(other);

/** Splits changes into parts that fit into one write. */
export function splitChanges(changes: readonly Change[]): [Change, ...Change[]][] {
  const parts: [Change, ...Change[]][] = [];
  let room = 0;
  for (const change of changes) {
    const size = JSON.stringify(change.event).length;
    room -= size;
    if (room >= 0) parts.at(-1)?.push(change);
    else {
      parts.push([change]);
      room = MAX_AT_ONCE - size;
    }
  }
  return parts;
}

/**
 * Adds the stream's changes to the log of events. A builder may be killed, run twice or in parallel, and get a record
 * again: only the item with the newest events decides, which is replaced on condition of its number. Pages and the
 * events of jobs copy what it held before, so a writer of them writes only what is in the log.
 */
export function logBuilder(db: Database, keptSeconds: number) {
  /** Reads the events about a job, or the account, as far back as a record may be delivered again. */
  async function eventsAbout(employerId: number, jobId: number, { events }: NewestEvents, since: string) {
    const aboutJob = events.filter((event) => subjectOf(event) === jobId);
    const keyOf = (number: number) => eventKeys.jobEvent(employerId, jobId, number);
    const query = { ...between(keyOf(0), keyOf(LAST_NUMBER)), ScanIndexForward: false, Limit: 25 };
    for await (const { items } of queryPages(db, query)) {
      aboutJob.push(...items.flatMap(eventsFrom));
      if ((aboutJob.at(-1)?.timestamp ?? '') < since) break;
    }
    return aboutJob;
  }

  /**
   * Filters the changes without an event. A sequence number above the highest one seen is new, unless a repair of the log
   * may have added its event. A lower one belongs to a repeated record, or to another shard: then the log decides.
   */
  async function newOf(
    employerId: number,
    changes: readonly Change[],
    newest: NewestEvents,
  ): Promise<Change[]> {
    const [earliest = ''] = changes.map(({ event }) => event.timestamp).toSorted();
    const since = repeatableSince(earliest);
    const about = new Map<number, LoggedEvent[]>();
    const fresh: Change[] = [];
    for (const change of changes) {
      const { source, sequenceNumber, event } = change;
      const mayBeRepaired = event.timestamp <= (newest.repairedAt ?? '');
      if (mayBeRepaired || !isHigher(sequenceNumber, newest.seen[source])) {
        const id = subjectOf(event);
        const loggedEvents = about.get(id) ?? (await eventsAbout(employerId, id, newest, since));
        about.set(id, loggedEvents);
        if (loggedEvents.some((one) => isSameEvent(one, event))) continue;
      }
      fresh.push(change);
    }
    return fresh;
  }

  /** Writes the newest events to their permanent items. */
  async function keep(employerId: number, { number, events }: NewestEvents): Promise<void> {
    const items = events.map((event) =>
      expiringItem(eventKeys.jobEvent(employerId, subjectOf(event), event.id), [event], keptSeconds),
    );
    await Promise.all(items.map((Item) => db.put({ Item })));
    await db.put({ Item: expiringItem(eventKeys.eventPage(employerId, number), events, keptSeconds) });
  }

  /** Appends changes to the newest events, which it replaces if they are in permanent items. Throws LostRace. */
  async function add(
    employerId: number,
    changes: readonly Change[],
    before: NewestEvents,
  ): Promise<NewestEvents> {
    const { number } = before;
    const added = changes.map(({ event }, index) => ({ id: number + 1 + index, ...event }));
    const merged = [...before.events, ...added];
    const isFull = before.events.length > 0 && compress(merged).length > NEWEST_BYTES;
    if (isFull) await keep(employerId, before);
    const after: NewestEvents = {
      ...before,
      number: number + added.length,
      events: isFull ? added : merged,
      seen: { ...before.seen },
    };
    for (const { source, sequenceNumber, event } of changes) {
      if (sequenceNumber === REPAIRED) after.repairedAt = later(event.timestamp, after.repairedAt);
      if (isHigher(sequenceNumber, after.seen[source])) after.seen[source] = sequenceNumber;
    }
    // The stream record of this write wakes `send-webhooks.ts`.
    await db
      .put({
        Item: newestItem(employerId, after),
        ...(number === 0
          ? { ConditionExpression: 'attribute_not_exists(PK)' }
          : {
              ConditionExpression: '#number = :number',
              ExpressionAttributeNames: { '#number': 'number' },
              ExpressionAttributeValues: { ':number': number },
            }),
      })
      .catch(toLostRace());
    return after;
  }

  const isThere = async (employerId: number): Promise<boolean> =>
    (await db.get({ Key: accountKeys.employer(employerId), ConsistentRead: true })) !== undefined;

  return {
    /** Adds the changes of an employer that are not in the log yet, in their order. Returns their number. */
    add: (employerId: number, changes: readonly Change[]): Promise<number> =>
      db.retryUntilDefinite(async () => {
        let newest = await readNewestEvents(db, employerId);
        // Items that remain of an employer that the operator deleted cause no events.
        if (newest.number === 0 && !(await isThere(employerId))) return 0;
        const fresh = await newOf(employerId, changes, newest);
        for (const part of splitChanges(fresh)) newest = await add(employerId, part, newest);
        return fresh.length;
      }),
  };
}
