import { jobRecord } from './domain/job-record.ts';
import { Refusal } from './domain/refusal.ts';
import { referenceIdOf, settle } from './domain/submission.ts';
import { endpoint } from './endpoint.ts';

/** Interface 3.5, by referenceId. */
export const handler = endpoint(
  'deleteJobByReference',
  async ({ employer, submission, precondition }, { jobs }) => {
    settle(submission);
    const referenceId = referenceIdOf(submission);
    const deleted = await jobs.deleteByReference(employer.id, referenceId, (job) =>
      precondition(jobRecord(job, employer)),
    );
    if (!deleted) throw new Refusal('job_not_found');
    return {};
  },
);
