import { randomUUID } from 'node:crypto';
import { addDays, type CalendarDate } from '../../platform/time/calendar.ts';
import { filePrefixes } from '../../platform/files/file-prefixes.ts';

const utcDay = (instant: Date): CalendarDate => instant.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** A new key for the file of an application. The day lets the sweep list the files of single days. */
export const createFileKey = (employerId: number, now: Date): string =>
  `${filePrefixes.applications}${utcDay(now)}/${employerId}/${randomUUID()}`;

/** The employer of an application's file. */
export const employerIdOfFile = (key: string): number => Number(key.split('/')[2]);

/** The days before today that a sweep looks at: several, in case it could not run on some. */
const SWEPT_DAYS = 7;

/** The beginnings of the keys of files that have no application by now if they never will, by days in UTC. */
export const prefixesToSweep = (now: Date): string[] =>
  Array.from(
    { length: SWEPT_DAYS },
    (_, index) => `${filePrefixes.applications}${addDays(utcDay(now), -2 - index)}/`,
  );
