import type { CalendarDate } from '../../functions/platform/time/calendar.ts';
import { defaults, type Job, type ContentWithLocationIds } from '../../functions/jobs/job/job.ts';
import type { Database } from '../../functions/platform/dynamodb/database.ts';
import { jobReader } from '../../functions/jobs/job/job-reader.ts';
import { jobStore } from '../../functions/jobs/write/job-store.ts';

/** The stored content of an active job with auto-refresh. */
export const jobContent: ContentWithLocationIds = {
  ...defaults,
  title: 'Baker',
  autoRefresh: true,
  status: 'active',
  locations: [{ id: 156, name: 'Vancouver', province: 'BC' }],
  categories: [1],
  positionType: 1,
  description: '<p>Bread.</p>',
  applicantRoutingType: 1,
  applicationEmail: 'jobs@example.com',
};

/** Writes jobs without the handlers, so that a test can publish a job on any day. */
export function jobsInTable(db: Database) {
  const jobs = jobStore(db, () => new Date());
  const { get } = jobReader(db);
  const author = { type: 'key' } as const;
  return {
    ...jobs,
    get,
    /** Creates an active job with auto-refresh, with some fields replaced. */
    create: async (
      employerId: number,
      today: CalendarDate,
      fields: Partial<ContentWithLocationIds> = {},
    ): Promise<Job> => {
      const job = await jobs.draft(employerId, { ...jobContent, ...fields }, { author, today });
      await jobs.create(employerId, job);
      return job;
    },
    update: (employerId: number, id: number, amend: (job: Job) => Promise<Job>) =>
      jobs.update(employerId, id, author, amend),
    refresh: (employerId: number, id: number, today: CalendarDate) =>
      jobs.refresh(employerId, id, { today, author }),
    delete: (employerId: number, id: number) => jobs.delete(employerId, id, author, () => undefined),
  };
}
