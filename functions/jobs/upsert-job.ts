import { brokenFieldRules, createContent, parseSubmission, warningsOn } from './job/job-content.ts';
import { locatedJobResponse } from './job/job-record.ts';
import { referenceIdOf } from './job/reference-id.ts';
import { type Run, authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { amendmentOf } from './write/amendment.ts';
import { writeServicesFor, type JobWrites } from './services.ts';

/** Updates the job with this referenceId, or creates it (guide: first-job 6). */
export const upsertJob: Run<'upsertJob', JobWrites> = async (request, services) => {
  const { account: employer, author } = request.caller;
  const { submission, precondition, address, siteAddress } = request;
  const context = { employer, address, siteAddress };
  const { jobs, places, today, hasPassed } = services;
  const changes = await parseSubmission(submission, employer, services);
  const referenceId = referenceIdOf(submission, brokenFieldRules(changes));
  const { job, created } = await jobs.upsert(employer.id, referenceId, {
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
