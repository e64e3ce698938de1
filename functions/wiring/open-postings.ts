import { hasPassed, type CalendarDate } from '../domain/calendar.ts';
import { openPosting } from '../domain/posting.ts';
import type { Database } from '../store/database.ts';
import { postingStore } from '../store/postings.ts';
import { now, today } from './clock.ts';

const isPast = (date: CalendarDate) => hasPassed(date, now(), today);

/** Finds the open posting with a public id. Throws as `openPosting` does. */
export const openPostings = (db: Database) => async (publicId: string) =>
  openPosting(await postingStore(db).find(publicId), publicId, isPast);
