import type { CalendarDate } from '../../functions/platform/time/calendar.ts';

/** The history that gave an employer's jobs their positions. */
export interface Shape {
  name: 'spread' | 'one day' | 'refreshed';
  meaning: string;
  /** The position of the n-th job, n from 0. */
  position: (n: number, size: number) => number;
  publishDate: (n: number, size: number) => CalendarDate;
}

/** The day on which every shape ends, so that two runs measure the same data. */
export const LAST_DAY: CalendarDate = '2026-11-20';

const DAY_MILLIS = 86_400_000;
const WEEKS = 52;

const daysBefore = (days: number) =>
  new Date(Date.parse(LAST_DAY) - days * DAY_MILLIS).toISOString().slice(0, 10);

const oneAfterAnother = (n: number) => n + 1;

/** Positions after a year of weekly refreshes; the job of every eleventh publication has been deleted. */
const afterAYear = (n: number, size: number) => {
  const publications = Math.ceil((size * 11) / 10);
  return publications * WEEKS + n + Math.floor(n / 10) + 1;
};

const inTheLastWeek = (n: number, size: number) => daysBefore(6 - Math.floor((n * 7) / size));

/** The shapes for which every figure is measured. */
export const shapes: readonly Shape[] = [
  {
    name: 'spread',
    meaning: 'created over two years',
    position: oneAfterAnother,
    publishDate: (n, size) => daysBefore(729 - Math.floor((n * 730) / size)),
  },
  {
    name: 'one day',
    meaning: 'all imported on one day',
    position: oneAfterAnother,
    publishDate: () => LAST_DAY,
  },
  {
    name: 'refreshed',
    meaning: 'all moved by a year of weekly auto-refresh, which removes map numbers that came to 0',
    position: afterAYear,
    publishDate: inTheLastWeek,
  },
];
