import { changesOf, newContent } from './domain/job-content.ts';
import { jobRecord } from './domain/job-record.ts';
import { endpoint } from './endpoint.ts';
import { handler as deleteJobByReference } from './delete-job-by-reference.ts';
import { handler as upsertJob } from './upsert-job.ts';

/** Specification 4.2. */
export const handler = endpoint(
  'createJob',
  async ({ employer, submission, address }, { jobs, places, today }) => {
    const content = newContent(await changesOf(submission, employer, places.gazetteer));
    const job = await jobs.create(employer.id, await places.settled(content), today());
    return { headers: { location: address(`/jobs/${job.id}`) }, body: jobRecord(job, employer) };
  },
  { PUT: upsertJob, DELETE: deleteJobByReference },
);
