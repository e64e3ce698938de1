import { jobRecord } from './domain/job-record.ts';
import { Refusal } from './domain/refusal.ts';
import { endpoint } from './endpoint.ts';

/** Interface 3.5, by id. */
export const handler = endpoint('deleteJob', async ({ employer, id, precondition }, { jobs }) => {
  const deleted = await jobs.delete(employer.id, id, (job) => precondition(jobRecord(job, employer)));
  if (!deleted) throw new Refusal('job_not_found');
  return {};
});
