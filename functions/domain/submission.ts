import type { JobUpdate } from '../../schemas/job.ts';
import type { Violation } from '../../schemas/problem.ts';
import type { WarningCode } from '../../schemas/violations.ts';
import { Refusal } from './refusal.ts';

/** Something a client should know of a request that was carried out all the same. */
export interface Warning {
  code: WarningCode;
  pointer: string;
  message: string;
  /** What was removed, for `markup_removed`. */
  removed?: string;
}

/** What a client sent of a job: the fields that keep the schema, and what is to be said of the others. */
export interface Submission {
  fields: JobUpdate;
  violations: Violation[];
  warnings: Warning[];
  /** Prefer: handling=strict makes every warning a violation (RFC 7240; interface 6.4). */
  strict: boolean;
}

/** The field of the body that a violation is about, whatever member of it the pointer names. */
export const fieldOf = ({ pointer = '' }: Violation): string => pointer.split('/')[1] ?? '';

/** The most violations that one answer lists: more than any honest request has, less than a response may weigh. */
const MOST = 100;

/** Throws Refusal `validation_failed` where there are violations, with a sentence for each. */
export function refuseViolations(violations: readonly Violation[]): void {
  if (violations.length === 0) return;
  const errors = violations.slice(0, MOST);
  const more = violations.length > MOST ? [`There are ${violations.length - MOST} more.`] : [];
  throw new Refusal('validation_failed', [...errors.map(({ message }) => message), ...more].join(' '), {
    errors,
  });
}

/**
 * Ends the judging of a submission. Throws Refusal `validation_failed` with every broken rule at once: those of the
 * schema, and those of the domain on fields that the schema found nothing wrong with.
 */
export function settle(submission: Submission, broken: Violation[] = []): void {
  const faulty = new Set(submission.violations.map(fieldOf));
  const violations = [
    ...submission.violations,
    ...broken.filter((violation) => !faulty.has(fieldOf(violation))),
    ...(submission.strict ? submission.warnings : []).map(({ pointer, code, message }) => ({
      pointer,
      code,
      message,
    })),
  ];
  refuseViolations(violations);
}

/** The referenceId by which a submission names its job. Throws Refusal `validation_failed` where it names none. */
export function referenceIdOf(submission: Submission, broken: Violation[] = []): string {
  const { referenceId } = submission.fields;
  const missing: Violation = {
    pointer: '/referenceId',
    code: 'required',
    message: 'referenceId is required.',
  };
  if (!referenceId) settle(submission, [missing, ...broken]);
  return referenceId ?? '';
}
