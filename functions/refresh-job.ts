import { jobRecord } from './domain/job-record.ts';
import { Refusal } from './domain/refusal.ts';
import { endpoint } from './endpoint.ts';

/** Interface 3.7. A second one on the same day changes nothing. */
export const handler = endpoint('refreshJob', async ({ employer, id }, { jobs, today }) => {
  const job = await jobs.refresh(employer.id, id, today());
  if (!job) throw new Refusal('job_not_found');
  return { body: jobRecord(job, employer) };
});
