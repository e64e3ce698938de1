import {
  dateOf,
  endOfDay as lastSecondOf,
  hasPassed as hasPassedBy,
  startOfDay as startOf,
  type CalendarDate,
} from './calendar.ts';
import { setting } from '../config.ts';

export const now = () => new Date();

// Loaded on first use: loading a time zone is slow, and few operations need the date.
let timeZone: string | undefined;
const zone = () => (timeZone ??= setting('TIME_ZONE'));

/** The last second of a date in the service's time zone (guide: public-pages 1 to 3). */
export const endOfDay = (date: CalendarDate): string => lastSecondOf(date, zone());

/** The first instant of a date in the service's time zone (guide: career-site 10 to 13). */
export const startOfDay = (date: CalendarDate): Date => startOf(date, zone());

/** The date in the service's time zone (guide: first-job 7 and 8) at a given time, by default now. */
export const today = (at = now()): CalendarDate => dateOf(at, zone());

/** Whether a date has passed in the service's time zone. */
export const hasPassed = (date: CalendarDate): boolean => hasPassedBy(date, now(), today);
