import { amendedJob, changesOf } from './domain/job-content.ts';
import { jobRecord } from './domain/job-record.ts';
import { Refusal } from './domain/refusal.ts';
import { endpoint } from './endpoint.ts';
import { jobAnswer } from './job-answer.ts';

/** Interface 3.3: only the fields sent are changed. */
export const handler = endpoint(
  'updateJob',
  async ({ employer, id, submission, precondition }, { jobs, places, hasPassed }) => {
    const changes = await changesOf(submission, employer, places.gazetteer);
    const job = await jobs.update(employer.id, id, async (current) => {
      precondition(jobRecord(current, employer));
      return places.settled(amendedJob(current, changes, hasPassed));
    });
    if (!job) throw new Refusal('job_not_found');
    return jobAnswer(job, employer);
  },
);
