import { parseSubmission, warningsOn } from './job/job-content.ts';
import { jobResponse } from './job/job-record.ts';
import { authenticatedOperation, type Run } from '../accounts/authenticated-operation.ts';
import { amendmentOf } from './write/amendment.ts';
import { writeServicesFor, type JobServices } from './services.ts';
import { handler as deleteJob } from './delete-job.ts';

/** Changes only the fields sent (guide: first-job 5 and 6). */
export const updateJob: Run<'updateJob', JobServices> = async (request, services) => {
  const { jobs, hasPassed } = services;
  const { account, author } = request.caller;
  const { id, submission, found, siteAddress } = request;
  const context = { employer: account, siteAddress };
  const changes = await parseSubmission(submission, account, services);
  const updated = await jobs.update(account.id, id, author, amendmentOf(request, changes, services));
  const job = found(updated);
  return { ...jobResponse(job, context), warnings: warningsOn(changes, job, hasPassed) };
};

export const handler = authenticatedOperation('updateJob', writeServicesFor, updateJob, {
  DELETE: deleteJob,
});
