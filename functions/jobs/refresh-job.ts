import { operationHandler } from '../http/chain.ts';
import { jobAnswer } from './job/job-response.ts';
import { writeServicesFor } from './services.ts';

/** Interface 3.7. A second refresh on the same day changes nothing. */
export const handler = operationHandler('refreshJob', writeServicesFor, async (request, { jobs, today }) => {
  const { employer, author, id, found } = request;
  return jobAnswer(found(await jobs.refresh(employer.id, id, { today: today(), author })), request);
});
