import { addDays, type CalendarDate } from '../../functions/platform/time/calendar.ts';

/** The history that gave an employer's jobs their positions. */
export interface Shape {
  /** The position of the n-th job, n from 0. */
  position: (n: number, size: number) => number;
  publishDate: (n: number, size: number) => CalendarDate;
}

/** The day on which every shape ends, so that two runs measure the same data. */
export const LAST_DAY: CalendarDate = '2026-11-20';

const WEEKS = 52;

export const shapes: Record<'spread' | 'refreshed', Shape> = {
  /** Jobs created over two years. */
  spread: {
    position: (n) => n + 1,
    publishDate: (n, size) => addDays(LAST_DAY, Math.floor((n * 730) / size) - 729),
  },
  /** Jobs after a year of weekly refreshes; the job of every eleventh publication has been deleted. */
  refreshed: {
    position: (n, size) => Math.ceil((size * 11) / 10) * WEEKS + n + Math.floor(n / 10) + 1,
    publishDate: (n, size) => addDays(LAST_DAY, Math.floor((n * 7) / size) - 6),
  },
};
