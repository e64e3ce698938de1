import type { CalendarDate } from '../../functions/domain/calendar.ts';
import type { Job, SettledContent } from '../../functions/domain/job.ts';
import type { Database } from '../../functions/store/database.ts';
import { jobReader } from '../../functions/store/job-reader.ts';
import { jobStore } from '../../functions/store/jobs.ts';

/** The jobs of a table past the handlers: a test may post one on any day. */
export function jobsInTable(db: Database) {
  const jobs = jobStore(db, () => new Date());
  const { get } = jobReader(db);
  return {
    ...jobs,
    get,
    create: async (employerId: number, content: SettledContent, today: CalendarDate): Promise<Job> => {
      const { jobId } = await jobs.create(employerId, content, {
        today,
        idempotency: undefined,
        answerOf: () => '',
      });
      const job = await get(employerId, jobId);
      if (!job) throw new Error(`Job ${jobId} is not there.`);
      return job;
    },
    delete: (employerId: number, id: number) => jobs.delete(employerId, id, () => undefined),
  };
}
