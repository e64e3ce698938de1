import type { JobUpdate } from '../../../schemas/job.ts';
import type { Violation } from '../../../schemas/problem.ts';
import { requireValid, type Submission } from '../../validation/submission.ts';

/** The referenceId of a submission's job. Throws Refusal `validation_failed` when it is missing. */
export function referenceIdOf(submission: Submission<JobUpdate>, broken: Violation[] = []): string {
  const { referenceId } = submission.fields;
  const missing: Violation = {
    pointer: '/referenceId',
    code: 'required',
    message: 'referenceId is required.',
  };
  if (!referenceId) requireValid(submission, [missing, ...broken]);
  return referenceId ?? '';
}
