import { amendedJob, brokenInItself, changesOf, newContent, warningsOn } from './domain/job-content.ts';
import { jobRecord } from './domain/job-record.ts';
import { referenceIdOf } from './domain/submission.ts';
import { endpoint } from './http/chain.ts';
import { jobAnswer } from './http/job-answer.ts';
import { writeServicesFor } from './wiring/write-services.ts';

/** Interface 3.4: updates the job with this referenceId, or creates it. */
export const handler = endpoint('upsertJob', writeServicesFor, async (request, services) => {
  const { employer, submission, precondition } = request;
  const { jobs, places, today, hasPassed } = services;
  const changes = await changesOf(submission, employer, places.gazetteer);
  const referenceId = referenceIdOf(submission, brokenInItself(changes));
  const { job, created } = await jobs.upsert(employer.id, referenceId, {
    today: today(),
    create: async () => {
      precondition();
      return places.settled(newContent(changes, hasPassed));
    },
    amend: async (current) => {
      precondition(jobRecord(current, employer));
      return places.settled(amendedJob(current, changes, { today, hasPassed }));
    },
  });
  // The response's ETag and Last-Modified belong to the job, whose URL differs from the request's.
  const address = request.address(`/jobs/${job.id}`);
  const answer = jobAnswer(job, request);
  const headers = {
    ...answer.headers,
    'content-location': address,
    ...(created && { location: address }),
  };
  const warnings = warningsOn(changes, job, hasPassed);
  return { ...answer, headers, warnings, ...(created && { status: 201 }) };
});
