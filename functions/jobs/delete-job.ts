import { jobRecord } from './job/job-record.ts';
import { authenticatedOperation, type Run } from '../accounts/authenticated-operation.ts';
import { writeServicesFor, type JobServices } from './services.ts';

/** Guide: first-job 3, by id. */
export const deleteJob: Run<'deleteJob', JobServices> = async (request, { jobs }) => {
  const { account, author } = request.caller;
  const { id, found, precondition, siteAddress } = request;
  found(
    await jobs.delete(account.id, id, author, (job) =>
      precondition(jobRecord(job, { employer: account, siteAddress })),
    ),
  );
  return {};
};

export const handler = authenticatedOperation('deleteJob', writeServicesFor, deleteJob);
