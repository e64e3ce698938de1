import type { Database } from '../../platform/dynamodb/database.ts';
import { keys } from '../../platform/dynamodb/table.ts';
import { newestEvents, packed } from './event-items.ts';

/** The number of an employer's last event; 0 before the first. */
export const lastEvent = async (db: Database, employerId: number): Promise<number> =>
  (await newestEvents(db, employerId)).number;

/**
 * Lets the numbers of an employer's events go on after `last`, in a restored table: its stream is another one, whose
 * sequence numbers say nothing about those before.
 */
export async function goOnWithEvents(db: Database, employerId: number, last: number): Promise<void> {
  const { events } = await newestEvents(db, employerId);
  const Item = { ...keys.newestEvents(employerId), number: last, events: packed(events), seen: {} };
  await db.put({ Item });
}
