import { Refusal } from './domain/refusal.ts';
import { endpoint } from './endpoint.ts';

/** Specification 4.4, by id. */
export const handler = endpoint('deleteJob', async ({ employer, id }, { jobs }) => {
  if (!(await jobs.delete(employer.id, id))) throw new Refusal('job_not_found');
  return {};
});
