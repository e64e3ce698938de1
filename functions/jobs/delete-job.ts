import { jobRecord } from './job/job-record.ts';
import { operationHandler, type Run } from '../http/chain.ts';
import { writeServicesFor, type JobWrites } from './services.ts';

/** Interface 3.5, by id. */
export const deleteJob: Run<'deleteJob', JobWrites> = async (request, { jobs }) => {
  const { employer, author, id, found, precondition } = request;
  found(await jobs.delete(employer.id, id, author, (job) => precondition(jobRecord(job, request))));
  return {};
};

export const handler = operationHandler('deleteJob', writeServicesFor, deleteJob);
