import {
  dateOf,
  endOfDay as lastSecondOf,
  hasPassed as hasPassedBy,
  startOfDay as startOf,
  type CalendarDate,
} from './calendar.ts';
import { setting } from '../config.ts';

export const now = () => new Date();

// Read on first use: loading a time zone takes longest of all here, and few operations need the date.
let timeZone: string | undefined;
const zone = () => (timeZone ??= setting('TIME_ZONE'));

/** The last second of a date in the service's time zone (interface 11.1). */
export const endOfDay = (date: CalendarDate): string => lastSecondOf(date, zone());

/** The first instant of a date in the service's time zone (interface 11.8). */
export const startOfDay = (date: CalendarDate): Date => startOf(date, zone());

/** The date in the service's time zone (interface 2.7), now unless another time is given. */
export const today = (at = now()): CalendarDate => dateOf(at, zone());

/** Whether a date has passed in the service's time zone. */
export const hasPassed = (date: CalendarDate): boolean => hasPassedBy(date, now(), today);
