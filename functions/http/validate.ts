import { operations, type Operation, type OperationId } from '../../schemas/operations.ts';
import type { Violation } from '../../schemas/problem.ts';
import type { ViolationCode } from '../../schemas/violations.ts';
import { asViolation, refuseViolations, type Submission, type Warning } from '../validation/submission.ts';
import type { SentIdempotency } from '../idempotency/domain/idempotency-key.ts';
import type { BodyReading } from './body-reading.ts';
import { conditionsOf, type Conditions } from './conditional.ts';
import { header } from './headers.ts';
import type { Incoming } from './incoming.ts';
import { queryParameters, unknownParameters } from './query-parameters.ts';
import { bodyReadingOf, bodyValidator, queryValidator, schemasOf } from './validators.ts';
import { violationOf } from '../validation/violations.ts';

type Validator = NonNullable<ReturnType<typeof bodyValidator>>;

const strictHandling = /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i;

function violationsOf(validator: Validator, value: unknown): Violation[] {
  validator(value);
  const errors = validator.errors ?? [];
  const ofWrongType = new Set(
    errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  );
  // A value that is not a number is not an allowed number either: one error is enough.
  const telling = errors.filter(
    ({ keyword, instancePath }) => keyword !== 'enum' || !ofWrongType.has(instancePath),
  );
  return telling.map(violationOf);
}

const isStrict = (event: Incoming) => strictHandling.test(header(event, 'prefer') ?? '');

/** Even if a list has too few or too many entries, its entries can be checked. */
const ofLength = new Set<ViolationCode>(['too_few', 'too_many']);

/** Replaces values that break a rule with undefined, so that the others can be checked without them. */
function withoutFaults(fields: object, violations: readonly Violation[]): object {
  for (const { pointer = '', code } of violations) {
    if (ofLength.has(code)) continue;
    const steps = pointer.slice(1).split('/');
    const last = steps.pop() ?? '';
    let parent: unknown = fields;
    for (const step of steps) parent = (parent as Record<string, unknown> | undefined)?.[step];
    if (typeof parent === 'object' && parent !== null) (parent as Record<string, unknown>)[last] = undefined;
  }
  return fields;
}

interface BodyReader {
  schema: Operation['body'] & object;
  validator: Validator;
  reading: BodyReading;
}

function submissionOf(event: Incoming, { schema, validator, reading }: BodyReader): Submission {
  const { fields, warnings } = reading.bodyFields(event.body, schema);
  const violations = violationsOf(validator, fields);
  return {
    fields: withoutFaults(fields as object, violations),
    violations,
    warnings,
    strict: isStrict(event),
  };
}

/** The valid query parameters. Adds a violation for each invalid one. */
function queryOf(
  event: Incoming,
  schema: Operation['query'] & object,
  { validator, violations }: { validator: Validator; violations: Violation[] },
): unknown {
  const { parameters, violations: repeated } = queryParameters(event.rawQueryString, schema);
  violations.push(
    ...repeated,
    ...violationsOf(validator, parameters).map(({ pointer = '', ...rest }) => ({
      parameter: pointer.slice(1).replace(/\/.*/, ''),
      ...rest,
    })),
  );
  return parameters;
}

/** What a request says to its operation. */
export interface ReadRequest {
  conditions: Conditions;
  warnings: Warning[];
  /** Of an operation that has query parameters. */
  query?: unknown;
  /** Of an operation that takes an Idempotency-Key, if one was sent. */
  idempotency?: SentIdempotency | undefined;
  /** Of an operation with a body, whose warnings are those of the request. */
  submission?: Submission;
}

/** Reads a request. Throws Refusal `validation_failed`. */
export type Read = (event: Incoming) => ReadRequest;

/**
 * Reads the query parameters, headers and body fields of a request, and refuses it if they break a rule. For an operation
 * with a body, the violations are not thrown here but kept in the submission, so that the domain can add its own.
 */
export function validate(id: OperationId): Read {
  const operation: Operation = operations[id];
  const { body, query } = schemasOf(id);
  const { idempotencyKey } = operation;
  const validBody = bodyValidator(id);
  const validQuery = queryValidator(id);
  const reading = bodyReadingOf(id);
  return (event) => {
    const violations: Violation[] = [];
    const warnings = unknownParameters(event.rawQueryString, query);
    const request: ReadRequest = {
      ...(query &&
        validQuery && { query: queryOf(event, query as object, { validator: validQuery, violations }) }),
      conditions: conditionsOf(event, operation, violations),
      ...(idempotencyKey && {
        idempotency: reading?.idempotencyOf(header(event, 'idempotency-key'), event.body, violations),
      }),
      warnings,
    };
    if (!body || !validBody || !reading) {
      refuseViolations([...violations, ...(isStrict(event) ? warnings.map(asViolation) : [])]);
      return request;
    }
    const submission = submissionOf(event, { schema: body as object, validator: validBody, reading });
    submission.violations.push(...violations);
    submission.warnings.push(...warnings);
    return { ...request, submission, warnings: submission.warnings };
  };
}
