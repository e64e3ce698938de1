import { operations, type Operation, type OperationId } from '../../schemas/operations.ts';
import type { Violation } from '../../schemas/problem.ts';
import { fieldOf, refuseViolations } from '../domain/submission.ts';
import { bodyFields } from './body-fields.ts';
import { header } from './headers.ts';
import type { Incoming, Middleware } from './incoming.ts';
import { queryParameters } from './query-parameters.ts';
import { bodyValidator, queryValidator } from './validators.ts';
import { violationOf } from './violations.ts';

type Validator = NonNullable<ReturnType<typeof bodyValidator>>;

const strictHandling = /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i;

function violationsOf(validator: Validator, value: unknown): Violation[] {
  validator(value);
  const errors = validator.errors ?? [];
  const ofWrongType = new Set(
    errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  );
  // What is no number is not one of the numbers either: one sentence says it.
  const telling = errors.filter(
    ({ keyword, instancePath }) => keyword !== 'enum' || !ofWrongType.has(instancePath),
  );
  return telling.map(violationOf);
}

function readBody(event: Incoming, schema: Operation['body'] & object, validator: Validator): void {
  const { fields, warnings } = bodyFields(event.body, schema);
  const violations = violationsOf(validator, fields);
  const faulty = new Set(violations.map(fieldOf));
  const sound = Object.entries(fields as object).filter(([field]) => !faulty.has(field));
  event.submission = {
    fields: Object.fromEntries(sound),
    violations,
    warnings,
    strict: strictHandling.test(header(event, 'prefer') ?? ''),
  };
}

function readQuery(event: Incoming, schema: Operation['query'] & object, validator: Validator): void {
  const { parameters, violations: repeated } = queryParameters(event.rawQueryString, schema);
  const violations = [
    ...repeated,
    ...violationsOf(validator, parameters).map(({ pointer = '', ...rest }) => ({
      parameter: pointer.slice(1),
      ...rest,
    })),
  ];
  refuseViolations(violations);
  event.query = parameters;
}

/**
 * Reads what an operation takes: the query parameters, all of which must keep their rules, and the fields of the body.
 * A body's violations are not thrown here but kept in the submission, so that the domain can add its own to them.
 */
export function validate(id: OperationId): Middleware {
  const { body, query } = operations[id] as Operation;
  const validBody = bodyValidator(id);
  const validQuery = queryValidator(id);
  return {
    before: ({ event }) => {
      if (query && validQuery) readQuery(event, query as object, validQuery);
      if (body && validBody) readBody(event, body as object, validBody);
    },
  };
}
