import { REFRESH_AFTER_DAYS } from '../../../schemas/limits.ts';
import { addDays, type CalendarDate } from '../../platform/time/calendar.ts';
import type { Job } from './job.ts';

/**
 * The date on which auto-refresh is due for a job (interface 2.9), which may be in the past. Undefined for a job without
 * autoRefresh and for one that is not active. It does not depend on the employer's plan.
 */
export const refreshDate = ({
  autoRefresh,
  status,
  publishDate,
}: Pick<Job, 'autoRefresh' | 'status' | 'publishDate'>): CalendarDate | undefined =>
  autoRefresh && status === 'active' ? addDays(publishDate, REFRESH_AFTER_DAYS) : undefined;

/** Whether auto-refresh of a job is due on a day, or was due earlier. */
export function isDue(job: Job, today: CalendarDate): boolean {
  const date = refreshDate(job);
  return date !== undefined && date <= today;
}
