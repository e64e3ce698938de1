import { Refusal } from './domain/refusal.ts';
import { referenceIdOf } from './domain/submission.ts';
import { endpoint } from './endpoint.ts';

/** Specification 4.4, by referenceId. */
export const handler = endpoint('deleteJobByReference', async ({ employer, submission }, { jobs }) => {
  const deleted = await jobs.deleteByReference(employer.id, referenceIdOf(submission));
  if (!deleted) throw new Refusal('job_not_found');
  return {};
});
