import { jobRecord } from './job/job-record.ts';
import { requireValid } from '../validation/submission.ts';
import { referenceIdOf } from './job/reference-id.ts';
import { type Run, authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { writeServicesFor, type JobServices } from './services.ts';

/** Guide: first-job 3, by referenceId. */
export const deleteJobByReference: Run<'deleteJobByReference', JobServices> = async (request, { jobs }) => {
  const { account, author } = request.caller;
  const { submission, found, precondition, siteAddress } = request;
  requireValid(submission);
  const referenceId = referenceIdOf(submission);
  const deleted = await jobs.deleteByReference(account.id, referenceId, author, (job) =>
    precondition(jobRecord(job, { employer: account, siteAddress })),
  );
  found(deleted);
  return {};
};

export const handler = authenticatedOperation('deleteJobByReference', writeServicesFor, deleteJobByReference);
