import { publicIdOf } from './keys.ts';
import { parseSubmission, createContent, warningsOn } from './job/job-content.ts';
import { jobRecord, postingLink } from './job/job-record.ts';
import { authenticatedOperation, type Run } from '../accounts/authenticated-operation.ts';
import { writeServicesFor, type JobServices } from './services.ts';
import { handler as deleteJobByReference } from './delete-job-by-reference.ts';
import { handler as upsertJob } from './upsert-job.ts';

/** Guide: first-job 1 to 4. A repeated request with the same Idempotency-Key gets the first response again. */
export const createJob: Run<'createJob', JobServices> = async (request, services) => {
  const { jobs, places, today, hasPassed } = services;
  const { account, author } = request.caller;
  const { submission, idempotency, address, siteAddress } = request;
  const changes = await parseSubmission(submission, account, services);
  // New places are stored before the job, and are kept when the job is rejected.
  const content = await places.assignLocationIds(createContent(changes, hasPassed));
  const job = await jobs.draft(account.id, content, { author, today: today() });
  const text = JSON.stringify(jobRecord(job, { employer: account, siteAddress }));
  const response = { jobId: job.id, publicId: publicIdOf(job), modifiedAt: job.modifiedAt, text };
  const earlier = await jobs.create(account.id, job, idempotency && { request: idempotency, response });
  const { jobId, publicId, ...answer } = earlier ?? response;
  const repeated = earlier && { 'idempotent-replayed': 'true' };
  const headers = {
    location: address(`/jobs/${jobId}`),
    ...postingLink(publicId, { siteAddress }),
    ...repeated,
  };
  const warnings = warningsOn(changes, content, hasPassed);
  return { ...answer, id: jobId, created: earlier ? 0 : 1, headers, warnings };
};

export const handler = authenticatedOperation('createJob', writeServicesFor, createJob, {
  PUT: upsertJob,
  DELETE: deleteJobByReference,
});
