import { amendedJob, changesOf, newContent } from './domain/job-content.ts';
import { jobRecord } from './domain/job-record.ts';
import { referenceIdOf } from './domain/submission.ts';
import { endpoint } from './endpoint.ts';

/** Specification 4.3, by referenceId: updates the job that has it, or creates one. */
export const handler = endpoint(
  'upsertJob',
  async ({ employer, submission, address }, { jobs, places, today }) => {
    const changes = await changesOf(submission, employer, places.gazetteer);
    const { job, created } = await jobs.upsert(employer.id, referenceIdOf(submission, changes.broken), {
      today: today(),
      create: () => places.settled(newContent(changes)),
      amend: (current) => places.settled(amendedJob(current, changes)),
    });
    const body = jobRecord(job, employer);
    return created ? { status: 201, headers: { location: address(`/jobs/${job.id}`) }, body } : { body };
  },
);
