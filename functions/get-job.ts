import { Refusal } from './domain/refusal.ts';
import { endpoint } from './endpoint.ts';
import { jobAnswer } from './job-answer.ts';

/** Specification 4.1. */
export const handler = endpoint('getJob', async ({ employer, id }, { jobs }) => {
  const job = await jobs.get(employer.id, id);
  if (!job) throw new Refusal('job_not_found');
  return jobAnswer(job, employer);
});
