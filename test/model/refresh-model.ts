import { addDays, type CalendarDate } from '../../functions/platform/time/calendar.ts';
import type { Plan } from '../../functions/accounts/domain/employer.ts';
import type { Job } from '../../functions/jobs/job/job.ts';

type JobState = Pick<Job, 'version' | 'publishDate' | 'closeDate' | 'autoRefresh' | 'status' | 'title'>;

/** The expected state of a job, from the rule alone (guide: first-job 9): publishDate is the only date. */
export interface ModelJob extends JobState {
  id: number;
  employerId: number;
}

/** The rule of auto-refresh (guide: first-job 9), written independently of the product. */
export const shouldRefresh = (
  { autoRefresh, status, publishDate }: JobState,
  plan: Plan,
  today: CalendarDate,
) => plan === 'unlimited' && autoRefresh && status === 'active' && today >= addDays(publishDate, 7);

/** Refreshes the job of the model. */
export function refreshModel(job: ModelJob, today: CalendarDate): void {
  job.publishDate = today;
  job.version += 1;
}

/** Describes how a job differs from the model; undefined if it does not. */
export function difference(model: ModelJob, job: Job | undefined): string | undefined {
  if (!job) return `job ${model.id} is missing`;
  const names = ['version', 'publishDate', 'closeDate', 'autoRefresh', 'status', 'title'] as const;
  const wrong = names.filter((name) => job[name] !== model[name]);
  return wrong.length === 0
    ? undefined
    : `job ${model.id}: ${wrong.map((name) => `${name} is ${job[name]} and should be ${model[name]}`).join(', ')}`;
}
