import { randomUUID } from 'node:crypto';
import { addDays, type CalendarDate } from '../../platform/time/calendar.ts';
import { filePrefixes } from '../../platform/files/file-prefixes.ts';

const utcDay = (instant: Date): CalendarDate => instant.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Creates the key of an application's file. The day lets the sweep list the files of single days. */
export const createFileKey = (employerId: number, now: Date): string =>
  `${filePrefixes.applications}${utcDay(now)}/${employerId}/${randomUUID()}`;

/** The employer of an application's file. */
export const employerIdOfFile = (key: string): number => Number(key.split('/')[2]);

/** How many past days a sweep covers, in case it could not run on some. */
const SWEPT_DAYS = 7;

/** The key prefixes of the files whose requests have certainly ended, by days in UTC. */
export const prefixesToSweep = (now: Date): string[] =>
  Array.from(
    { length: SWEPT_DAYS },
    (_, index) => `${filePrefixes.applications}${addDays(utcDay(now), -2 - index)}/`,
  );
