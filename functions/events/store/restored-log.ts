import type { Database } from '../../platform/dynamodb/database.ts';
import { newestEvents, newestItem } from './event-items.ts';

/** The number of an employer's last event; 0 before the first. */
export const lastEvent = async (db: Database, employerId: number): Promise<number> =>
  (await newestEvents(db, employerId)).number;

/**
 * Lets the numbers of an employer's events go on after `last`, in a restored table: its stream is another one, whose
 * sequence numbers say nothing about those before. Who reads the log steps over the gap.
 */
export async function goOnWithEvents(db: Database, employerId: number, last: number): Promise<void> {
  const before = await newestEvents(db, employerId);
  const gaps = [...before.gaps, [before.number, last]] as const;
  const newest = { ...before, number: last, gaps, seen: {} };
  await db.put({ Item: newestItem(employerId, newest) });
}
