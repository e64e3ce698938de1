import { REFRESH_AFTER_DAYS } from '../../schemas/limits.ts';
import { addDays, type CalendarDate } from './calendar.ts';
import type { Job } from './job.ts';

/**
 * The date on which auto-refresh is due for a job (interface 2.9): so many days after its publishDate, which may be
 * past already. Undefined for a job that waits: one without autoRefresh, or one that is not active. Whether the
 * employer's plan has auto-refresh is not looked at.
 */
export const refreshDate = ({
  autoRefresh,
  status,
  publishDate,
}: Pick<Job, 'autoRefresh' | 'status' | 'publishDate'>): CalendarDate | undefined =>
  autoRefresh && status === 'active' ? addDays(publishDate, REFRESH_AFTER_DAYS) : undefined;

/** Whether auto-refresh of a job is due on a day, or was before. */
export function isDue(job: Job, today: CalendarDate): boolean {
  const date = refreshDate(job);
  return date !== undefined && date <= today;
}
