import { queryPages, type Database } from '../../platform/dynamodb/database.ts';
import { between } from '../../platform/dynamodb/key-range.ts';
import { eventKeys } from '../keys.ts';
import { LAST_NUMBER } from '../../platform/dynamodb/table.ts';
import { eventsIn, newestEvents } from './event-items.ts';

/** How many pages are read at once, at most. Each has one event or more. */
const PAGES = 10;

/**
 * Reads the number of the last event of an account before a time (ISO 8601), 0 if none of those that are kept is or without
 * a time, and that of the last one of all.
 */
export const lastBefore =
  (db: Database) =>
  async (accountId: number, time: string | null): Promise<{ before: number; last: number }> => {
    const { number: last, events } = await newestEvents(db, accountId);
    if (time === null) return { before: 0, last };
    const newest = events.findLast(({ timestamp }) => timestamp < time);
    if (newest || last === 0) return { before: newest?.id ?? 0, last };
    const range = between(eventKeys.eventPage(accountId, 0), eventKeys.eventPage(accountId, LAST_NUMBER));
    for await (const { items } of queryPages(db, { ...range, ScanIndexForward: false, Limit: PAGES })) {
      for (const item of items) {
        const found = eventsIn(item).findLast(({ timestamp }) => timestamp < time);
        if (found) return { before: found.id, last };
      }
    }
    return { before: 0, last };
  };
