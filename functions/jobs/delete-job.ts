import { jobRecord } from './job/job-record.ts';
import { authenticatedOperation, type Run } from '../accounts/authenticated-operation.ts';
import { writeServicesFor, type JobWrites } from './services.ts';

/** Guide: first-job 3, by id. */
export const deleteJob: Run<'deleteJob', JobWrites> = async (request, { jobs }) => {
  const { account: employer, author } = request.caller;
  const { id, found, precondition, siteAddress } = request;
  found(
    await jobs.delete(employer.id, id, author, (job) =>
      precondition(jobRecord(job, { employer, siteAddress })),
    ),
  );
  return {};
};

export const handler = authenticatedOperation('deleteJob', writeServicesFor, deleteJob);
