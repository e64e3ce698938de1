import { brokenFieldRules, createContent, parseSubmission, warningsOn } from './job/job-content.ts';
import { locatedJobResponse } from './job/job-record.ts';
import { referenceIdOf } from './job/reference-id.ts';
import { type Run, authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { amendmentOf } from './write/amendment.ts';
import { writeServicesFor, type JobServices } from './services.ts';

/** Updates the job with this referenceId, or creates it (guide: first-job 6). */
export const upsertJob: Run<'upsertJob', JobServices> = async (request, services) => {
  const { account, author } = request.caller;
  const { submission, precondition, address, siteAddress } = request;
  const context = { employer: account, address, siteAddress };
  const { jobs, places, today, hasPassed } = services;
  const changes = await parseSubmission(submission, account, services);
  const referenceId = referenceIdOf(submission, brokenFieldRules(changes));
  const { job, created } = await jobs.upsert(account.id, referenceId, {
    author,
    today: today(),
    create: async () => {
      precondition();
      return places.assignLocationIds(createContent(changes, hasPassed));
    },
    amend: amendmentOf(request, changes, services),
  });
  return { ...locatedJobResponse(job, context, created), warnings: warningsOn(changes, job, hasPassed) };
};

export const handler = authenticatedOperation('upsertJob', writeServicesFor, upsertJob);
