import { jobRecord } from '../domain/job-record.ts';
import type { Employer } from '../domain/employer.ts';
import type { Job } from '../domain/job.ts';
import type { Answer } from './answer.ts';

/** The response with a job: its record, and when it was last changed. */
export const jobAnswer = (job: Job, employer: Employer) =>
  ({ body: jobRecord(job, employer), modifiedAt: job.modifiedAt }) satisfies Answer;
