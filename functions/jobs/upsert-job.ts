import { amendedJob, brokenInItself, changesOf, newContent, warningsOn } from './job/job-content.ts';
import { jobRecord } from './job/job-record.ts';
import { referenceIdOf } from '../validation/submission.ts';
import { operationHandler, type Run } from '../http/chain.ts';
import { locatedJobAnswer } from './job/job-response.ts';
import { writeServicesFor, type JobWrites } from './services.ts';

/** Interface 3.4: updates the job with this referenceId, or creates it. */
export const upsertJob: Run<'upsertJob', JobWrites> = async (request, services) => {
  const { employer, author, submission, precondition } = request;
  const { jobs, places, today, hasPassed, postingLaws } = services;
  const changes = await changesOf(submission, { employer, postingLaws, gazetteer: places.gazetteer });
  const referenceId = referenceIdOf(submission, brokenInItself(changes));
  const { job, created } = await jobs.upsert(employer.id, referenceId, {
    author,
    today: today(),
    create: async () => {
      precondition();
      return places.withIds(newContent(changes, hasPassed));
    },
    amend: async (current) => {
      precondition(jobRecord(current, request));
      return places.withIds(amendedJob(current, changes, { today, hasPassed }));
    },
  });
  return { ...locatedJobAnswer(job, request, created), warnings: warningsOn(changes, job, hasPassed) };
};

export const handler = operationHandler('upsertJob', writeServicesFor, upsertJob);
