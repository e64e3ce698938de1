import { jobRecord } from './job/job-record.ts';
import { referenceIdOf, requireValid } from '../validation/submission.ts';
import { operationHandler, type Run } from '../http/chain.ts';
import { writeServicesFor, type JobWrites } from './services.ts';

/** Interface 3.5, by referenceId. */
export const deleteJobByReference: Run<'deleteJobByReference', JobWrites> = async (request, { jobs }) => {
  const { employer, author, submission, found, precondition } = request;
  requireValid(submission);
  const referenceId = referenceIdOf(submission);
  const deleted = await jobs.deleteByReference(employer.id, referenceId, author, (job) =>
    precondition(jobRecord(job, request)),
  );
  found(deleted);
  return {};
};

export const handler = operationHandler('deleteJobByReference', writeServicesFor, deleteJobByReference);
