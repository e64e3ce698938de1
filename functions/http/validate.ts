import { operations, type Operation, type OperationId } from '../../schemas/operations.ts';
import type { Violation } from '../../schemas/problem.ts';
import type { ViolationCode } from '../../schemas/violations.ts';
import { toViolation, refuseViolations, type Submission, type Warning } from '../validation/submission.ts';
import type { SentIdempotency } from '../idempotency/domain/idempotency-key.ts';
import type { BodyReading } from './body-readers.ts';
import { parseConditions, type Conditions } from './conditional.ts';
import { header, type Incoming } from './incoming.ts';
import { parseQuery, warnUnknownParameters } from './query-parameters.ts';
import { bodyReadingOf, bodyValidator, queryValidator, schemasOf } from './validators.ts';
import { createViolation } from '../validation/violations.ts';

type Validator = NonNullable<ReturnType<typeof bodyValidator>>;

const strictHandling = /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i;

function violationsOf(validator: Validator, value: unknown): Violation[] {
  validator(value);
  const errors = validator.errors ?? [];
  const ofWrongType = new Set(
    errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  );
  // A value that is not a number is not an allowed number either: one error is enough.
  const relevant = errors.filter(
    ({ keyword, instancePath }) => keyword !== 'enum' || !ofWrongType.has(instancePath),
  );
  return relevant.map(createViolation);
}

const isStrict = (event: Incoming) => strictHandling.test(header(event, 'prefer') ?? '');

/** The entries of a list with too few or too many entries can still be validated. */
const ofLength = new Set<ViolationCode>(['too_few', 'too_many']);

/** Replaces invalid values with undefined, so that the others can be validated without them. */
function withoutInvalid(fields: object, violations: readonly Violation[]): object {
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

function parseSubmissionBody(event: Incoming, { schema, validator, reading }: BodyReader): Submission {
  const { fields, warnings } = reading.bodyFields(event.body, schema);
  const violations = violationsOf(validator, fields);
  return {
    fields: withoutInvalid(fields as object, violations),
    violations,
    warnings,
    strict: isStrict(event),
  };
}

/** The valid query parameters. Adds a violation for each invalid one. */
function parseValidQuery(
  event: Incoming,
  schema: Operation['query'] & object,
  { validator, violations }: { validator: Validator; violations: Violation[] },
): unknown {
  const { parameters, violations: repeated } = parseQuery(event.rawQueryString, schema);
  violations.push(
    ...repeated,
    ...violationsOf(validator, parameters).map(({ pointer = '', ...rest }) => ({
      parameter: pointer.slice(1).replace(/\/.*/, ''),
      ...rest,
    })),
  );
  return parameters;
}

/** A parsed and validated request. */
export interface ParsedRequest {
  conditions: Conditions;
  warnings: Warning[];
  /** For an operation with query parameters. */
  query?: unknown;
  /** For an operation with Idempotency-Key, if one was sent. */
  idempotency?: SentIdempotency | undefined;
  /** For an operation with a body. Its warnings are those of the request. */
  submission?: Submission;
}

/** Parses a request. Throws Refusal `validation_failed`. */
export type ParseRequest = (event: Incoming) => ParsedRequest;

/**
 * Parses the query parameters, headers and body fields of a request, and refuses it when they break a rule. The
 * violations of a body are not thrown but kept in the submission, so that the domain can add its own.
 */
export function validate(id: OperationId): ParseRequest {
  const operation: Operation = operations[id];
  const { body, query } = schemasOf(id);
  const { idempotencyKey } = operation;
  const validBody = bodyValidator(id);
  const validQuery = queryValidator(id);
  const reading = bodyReadingOf(id);
  return (event) => {
    const violations: Violation[] = [];
    const warnings = warnUnknownParameters(event.rawQueryString, query);
    const request: ParsedRequest = {
      ...(query &&
        validQuery && {
          query: parseValidQuery(event, query as object, { validator: validQuery, violations }),
        }),
      conditions: parseConditions(event, operation, violations),
      ...(idempotencyKey && {
        idempotency: reading?.idempotencyOf(header(event, 'idempotency-key'), event.body, violations),
      }),
      warnings,
    };
    if (!body || !validBody || !reading) {
      refuseViolations([...violations, ...(isStrict(event) ? warnings.map(toViolation) : [])]);
      return request;
    }
    const submission = parseSubmissionBody(event, { schema: body as object, validator: validBody, reading });
    submission.violations.push(...violations);
    submission.warnings.push(...warnings);
    return { ...request, submission, warnings: submission.warnings };
  };
}
