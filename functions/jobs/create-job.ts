import { parseSubmission, createContent, warningsOn } from './job/job-content.ts';
import { jobRecord, postingLink } from './job/job-record.ts';
import { authenticatedOperation, type Run } from '../accounts/authenticated-operation.ts';
import { writeServicesFor, type JobWrites } from './services.ts';
import { handler as deleteJobByReference } from './delete-job-by-reference.ts';
import { handler as upsertJob } from './upsert-job.ts';

/** Guide: first-job 1 to 4. A repeated request with the same Idempotency-Key gets the first response again. */
export const createJob: Run<'createJob', JobWrites> = async (request, services) => {
  const { jobs, places, today, hasPassed } = services;
  const { account: employer, author } = request.caller;
  const { submission, idempotency, address, siteAddress } = request;
  const changes = await parseSubmission(submission, employer, services);
  // New places are stored before the job, and are kept when the job is rejected.
  const content = await places.assignLocationIds(createContent(changes, hasPassed));
  const { jobId, publicId, isReplay, text, modifiedAt } = await jobs.create(employer.id, content, {
    author,
    today: today(),
    idempotency,
    answerOf: (job) => JSON.stringify(jobRecord(job, { employer, siteAddress })),
  });
  const repeated = isReplay && { 'idempotent-replayed': 'true' };
  const headers = {
    location: address(`/jobs/${jobId}`),
    ...postingLink(publicId, { siteAddress }),
    ...repeated,
  };
  const warnings = warningsOn(changes, content, hasPassed);
  return { text, modifiedAt, id: jobId, created: isReplay ? 0 : 1, headers, warnings };
};

export const handler = authenticatedOperation('createJob', writeServicesFor, createJob, {
  PUT: upsertJob,
  DELETE: deleteJobByReference,
});
