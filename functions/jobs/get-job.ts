import { operationHandler, type Run } from '../http/chain.ts';
import { jobAnswer } from './job/job-response.ts';
import { readServicesFor } from './services.ts';

/** Interface 3.1. */
export const getJob: Run<'getJob', Pick<ReturnType<typeof readServicesFor>, 'jobs'>> = async (
  request,
  { jobs },
) => {
  const { employer, id, found } = request;
  return jobAnswer(found(await jobs.get(employer.id, id)), request);
};

export const handler = operationHandler('getJob', readServicesFor, getJob);
