import type { JobUpdate } from '../../schemas/job.ts';
import type { Violation } from '../../schemas/problem.ts';
import type { WarningCode } from '../../schemas/violations.ts';
import { Refusal } from './refusal.ts';

/** Something a client should know of a request that was carried out all the same. */
export interface Warning {
  code: WarningCode;
  /** The field that it is about, or else the query parameter. */
  pointer?: string;
  parameter?: string;
  message: string;
  /** What was removed, for `markup_removed`. */
  removed?: string;
}

/** A value as far as it is understood: undefined stands for what was sent but breaks a rule of its own. */
export type Understood<Value> = Value extends object
  ? { [Member in keyof Value]: Understood<Value[Member]> | undefined }
  : Value;

/** What a client sent of a job, and what is to be said of it. */
export interface Submission {
  fields: Understood<JobUpdate>;
  violations: Violation[];
  warnings: Warning[];
  /** Prefer: handling=strict makes every warning a violation (interface 6.4). */
  strict: boolean;
}

/** The places that hold a pointer, from the whole field to itself. */
const placesAround = ({ pointer = '' }: Violation): string[] => {
  const steps = pointer.split('/');
  return steps.slice(1).map((_, index) => steps.slice(0, index + 2).join('/'));
};

/** A warning as strict handling takes it. */
export function asViolation(warning: Warning): Violation {
  const { removed: _, ...violation } = warning;
  return violation;
}

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
 * schema, and those of the domain on values that the schema found nothing wrong with.
 */
export function settle(submission: Submission, broken: Violation[] = [], jobWarnings: Warning[] = []): void {
  const faulty = new Set(submission.violations.flatMap(placesAround));
  const warnings = [...submission.warnings, ...jobWarnings];
  refuseViolations([
    ...submission.violations,
    ...broken.filter(({ pointer = '' }) => !faulty.has(pointer)),
    ...(submission.strict ? warnings.map(asViolation) : []),
  ]);
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
