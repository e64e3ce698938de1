import type { Violation } from '../../schemas/problem.ts';
import type { WarningCode } from '../../schemas/violations.ts';
import { Refusal } from '../platform/errors.ts';

/** A warning about a successful request. */
export interface Warning {
  code: WarningCode;
  /** The field or the query parameter that the warning is about. */
  pointer?: string;
  parameter?: string;
  message: string;
  /** The removed markup, for `markup_removed`. */
  removed?: string;
}

/** The type of a value whose invalid parts are replaced with undefined. */
export type ValidParts<Value> = Value extends object
  ? { [Member in keyof Value]: ValidParts<Value[Member]> | undefined }
  : Value;

/** The fields that a client sent, with their violations and warnings. */
export interface Submission<Fields> {
  fields: ValidParts<Fields>;
  violations: Violation[];
  warnings: Warning[];
  /** Whether Prefer: handling=strict turns every warning into a violation (guide: errors 2). */
  strict: boolean;
}

/** A pointer and all its parents, from the top-level field down. */
const pointerWithParents = ({ pointer = '' }: Violation): string[] => {
  const steps = pointer.split('/');
  return steps.slice(1).map((_, index) => steps.slice(0, index + 2).join('/'));
};

/** Converts a warning to a violation, for strict handling. */
export function toViolation(warning: Warning): Violation {
  const { removed: _, ...violation } = warning;
  return violation;
}

/** The maximum number of violations in one response: enough for any honest request, within the response size limit. */
const MAX_VIOLATIONS = 100;

/** Creates the refusal `validation_failed`, with a sentence for each violation. */
export function violationRefusal(violations: readonly Violation[]): Refusal {
  const errors = violations.slice(0, MAX_VIOLATIONS);
  const more =
    violations.length > MAX_VIOLATIONS ? [`There are ${violations.length - MAX_VIOLATIONS} more.`] : [];
  return new Refusal('validation_failed', [...errors.map(({ message }) => message), ...more].join(' '), {
    errors,
  });
}

/** Throws `violationRefusal` if there are any violations. */
export function refuseViolations(violations: readonly Violation[]): void {
  if (violations.length > 0) throw violationRefusal(violations);
}

/**
 * Lists every broken rule: those of the schema, and those of the domain for values that are valid by the schema. The
 * domain's warnings count under strict handling alone.
 */
export function violationsIn(
  submission: Submission<object>,
  broken: readonly Violation[],
  domainWarnings: () => readonly Warning[] = () => [],
): Violation[] {
  const faulty = new Set(submission.violations.flatMap(pointerWithParents));
  const isFaulty = ({ pointer = '' }: Violation) => faulty.has(pointer);
  const violations = [...submission.violations, ...broken.filter((violation) => !isFaulty(violation))];
  const strictly = submission.strict ? domainWarnings().filter((warning) => !isFaulty(warning)) : [];
  // A misspelt name is often why another field is missing, so a refusal names it.
  const warnings = submission.warnings.filter(
    ({ code }) => submission.strict || (violations.length > 0 && code === 'field_unknown'),
  );
  return [...violations, ...[...warnings, ...strictly].map(toViolation)];
}

/** Completes the validation of a submission. Throws Refusal `validation_failed` that lists every broken rule. */
export const requireValid = (
  submission: Submission<object>,
  broken: readonly Violation[] = [],
  domainWarnings?: () => readonly Warning[],
): void => refuseViolations(violationsIn(submission, broken, domainWarnings));
