import { CONFIRMATION_STOP } from '../../../schemas/application-limits.ts';
import { addDays, utcDayOf, type CalendarDate } from '../../platform/values/calendar.ts';

/** The confirmations of the whole service. Days are in UTC. */
export interface ConfirmationCount {
  /** The day of the last one, and how many there were on it. */
  day: CalendarDate;
  today: number;
  /** The first of the days that are counted together, how many there were in all, and how many of them bounced. */
  since: CalendarDate;
  mailed: number;
  bounced: number;
  /** When they were stopped (ISO 8601); null if they are not. */
  stoppedAt: string | null;
}

/** The earliest first day of days that are still counted together. */
export const earliestSince = (at: Date): CalendarDate => addDays(utcDayOf(at), 1 - CONFIRMATION_STOP.days);

/**
 * The count with one more confirmation, at a time; undefined if there must be none, because they are stopped or the day
 * has as many as it may. What stopped them is forgotten with the days that are counted together.
 */
export function withOneMore(
  count: ConfirmationCount | undefined,
  at: Date,
  max: number,
): ConfirmationCount | undefined {
  // A clock that is ahead may have begun the next day: both count into that one, or each would begin its own anew.
  const day = count?.day === addDays(utcDayOf(at), 1) ? count.day : utcDayOf(at);
  const isOver = count === undefined || count.since < earliestSince(at);
  const { since, mailed, bounced, stoppedAt } = isOver
    ? { since: day, mailed: 0, bounced: 0, stoppedAt: null }
    : count;
  const before = count?.day === day ? count.today : 0;
  if (stoppedAt !== null || before >= max) return undefined;
  return { day, today: before + 1, since, mailed: mailed + 1, bounced, stoppedAt };
}

/** Whether so much has bounced that mail services would hold it against the account. */
export const isTooMuch = ({ mailed, bounced }: Pick<ConfirmationCount, 'mailed' | 'bounced'>): boolean =>
  bounced >= CONFIRMATION_STOP.bounces && bounced > mailed * CONFIRMATION_STOP.share;
