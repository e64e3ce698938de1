import { jobRecord } from './job/job-record.ts';
import { requireValid } from '../validation/submission.ts';
import { referenceIdOf } from './job/reference-id.ts';
import { type Run, authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { writeServicesFor, type JobWrites } from './services.ts';

/** Guide: first-job 3, by referenceId. */
export const deleteJobByReference: Run<'deleteJobByReference', JobWrites> = async (request, { jobs }) => {
  const { account: employer, author } = request.caller;
  const { submission, found, precondition, siteAddress } = request;
  requireValid(submission);
  const referenceId = referenceIdOf(submission);
  const deleted = await jobs.deleteByReference(employer.id, referenceId, author, (job) =>
    precondition(jobRecord(job, { employer, siteAddress })),
  );
  found(deleted);
  return {};
};

export const handler = authenticatedOperation('deleteJobByReference', writeServicesFor, deleteJobByReference);
