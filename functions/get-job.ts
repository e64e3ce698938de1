import { Refusal } from './domain/refusal.ts';
import { endpointWith } from './http/chain.ts';
import { jobAnswer } from './job-answer.ts';
import { readServicesFor } from './services.ts';

/** Interface 3.1. */
export const handler = endpointWith(readServicesFor)('getJob', async ({ employer, id }, { jobs }) => {
  const job = await jobs.get(employer.id, id);
  if (!job) throw new Refusal('job_not_found');
  return jobAnswer(job, employer);
});
