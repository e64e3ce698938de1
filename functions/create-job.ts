import { changesOf, newContent, warningsOn } from './domain/job-content.ts';
import { jobRecord } from './domain/job-record.ts';
import { endpoint } from './http/chain.ts';
import { postingLink } from './http/job-answer.ts';
import { writeServicesFor } from './wiring/write-services.ts';
import { handler as deleteJobByReference } from './delete-job-by-reference.ts';
import { handler as upsertJob } from './upsert-job.ts';

/** Interface 3.2. A repeated request with the same Idempotency-Key gets the first response again. */
export const handler = endpoint(
  'createJob',
  writeServicesFor,
  async (request, { jobs, places, today, hasPassed }) => {
    const { employer, submission, idempotency, address } = request;
    const changes = await changesOf(submission, employer, places.gazetteer);
    const content = newContent(changes, hasPassed);
    const { jobId, publicId, isReplay, ...answer } = await jobs.create(
      employer.id,
      await places.settled(content),
      {
        today: today(),
        idempotency,
        answerOf: (job) => JSON.stringify(jobRecord(job, employer)),
      },
    );
    const location = address(`/jobs/${jobId}`);
    const headers = {
      location,
      ...postingLink(publicId, request),
      ...(isReplay && { 'idempotent-replayed': 'true' }),
    };
    return { ...answer, headers, warnings: warningsOn(changes, content, hasPassed) };
  },
  { PUT: upsertJob, DELETE: deleteJobByReference },
);
