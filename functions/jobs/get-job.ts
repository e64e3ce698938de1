import { authenticatedOperation, type Run } from '../accounts/authenticated-operation.ts';
import { jobResponse } from './job/job-record.ts';
import { readServicesFor } from './services.ts';

/** Guide: first-job 3. */
export const getJob: Run<'getJob', Pick<ReturnType<typeof readServicesFor>, 'jobs'>> = async (
  request,
  { jobs },
) => {
  const employer = request.caller.account;
  const { id, found, siteAddress } = request;
  return jobResponse(found(await jobs.get(employer.id, id)), { employer, siteAddress });
};

export const handler = authenticatedOperation('getJob', readServicesFor, getJob);
