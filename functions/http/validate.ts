import type { ValidateFunction } from 'ajv';
import { operations, type Operation, type OperationId } from '../../schemas/operations.ts';
import type { Violation } from '../../schemas/problem.ts';
import type { ViolationCode } from '../../schemas/violations.ts';
import { toViolation, refuseViolations, type Submission, type Warning } from '../validation/submission.ts';
import type { SentIdempotency } from '../idempotency/idempotency.ts';
import type { BodyReading } from './json-body.ts';
import { parseConditions, type Conditions } from './operation-response.ts';
import { header, prefers, type Incoming, type Middleware } from './incoming.ts';
import { bodyReadingOf, schemasOf, validatorsOf } from './validators.ts';
import { createViolation } from '../validation/violations.ts';
import type { JSONSchema } from 'json-schema-to-ts';
import { REFERENCES_MAX_BYTES } from '../../schemas/limits.ts';

interface Parameter {
  type: string;
  format?: string;
  /** The separator of list values in one parameter. */
  separator?: string;
  default?: unknown;
}

interface Query {
  properties: Record<string, Parameter>;
}

/** Parameters that clients send to bypass caches. */
const CACHE_BREAKER = '_';

const wholeNumber = /^(?:0|-?[1-9]\d{0,14})$/;

/** A plus sign that was not encoded: a query decodes it to a space, which an offset and an address never have. */
const decodedPlus: Readonly<Record<string, RegExp>> = {
  'date-time': / (?=\d{2}:?\d{2}$)/,
  email: /(?<=\S) (?=[^@]+@)/g,
};

function valueOf(text: string, { type, format = '' }: Parameter) {
  const plus = decodedPlus[format];
  if (plus) return text.replace(plus, '+');
  return type === 'integer' && wholeNumber.test(text) ? Number(text) : text;
}

const PLUS_HINT = 'In a query, + means a space: write a plus sign as %2B.';

/**
 * Parses and validates the query parameters of the schema, with their defaults, and adds a violation for each invalid
 * one. An empty one counts as absent. Numbers are accepted in their canonical form only. A list with a separator may also
 * be sent as a repeated parameter. A list without one selects alone: other parameters may only have their defaults then,
 * which some generated clients always send. Any other repeated parameter is a violation.
 */
function parseQuery(
  { rawQueryString }: Incoming,
  { properties }: Query,
  validator: ValidateFunction,
  violations: Violation[],
): Record<string, unknown> {
  const searchParams = new URLSearchParams(rawQueryString);
  const parameters: Record<string, unknown> = {};
  const valuesOf = (name: string) => searchParams.getAll(name).filter((value) => value !== '');
  const list = Object.keys(properties).find(
    (name) => properties[name]?.type === 'array' && !properties[name].separator && valuesOf(name).length > 0,
  );
  for (const [name, parameter] of Object.entries(properties)) {
    const values = valuesOf(name);
    const refuse = (code: ViolationCode, rule: string) =>
      violations.push({ parameter: name, code, message: `${name} must ${rule}.` });
    const [text] = values;
    const { separator } = parameter;
    if (name === list) {
      parameters[name] = values;
      if (rawQueryString.length > REFERENCES_MAX_BYTES) {
        refuse('too_long', `be at most ${REFERENCES_MAX_BYTES} bytes long, with everything in the query`);
      }
    } else if (text !== undefined && separator !== undefined) {
      parameters[name] = values.flatMap((each) => each.split(separator));
    } else if (text !== undefined && list !== undefined && valueOf(text, parameter) !== parameter.default) {
      refuse('not_allowed', `not be sent together with ${list}`);
    } else if (values.length > 1) refuse('repeated', 'be sent only once');
    else if (text !== undefined) parameters[name] = valueOf(text, parameter);
    parameters[name] ??= parameter.default;
  }
  for (const { pointer = '', message, ...rest } of violationsOf(validator, parameters)) {
    const parameter = pointer.slice(1).replace(/\/.*/, '');
    const hasSpace = String(parameters[parameter]).includes(' ') && rawQueryString.includes('+');
    violations.push({ parameter, ...rest, message: hasSpace ? `${message} ${PLUS_HINT}` : message });
  }
  return parameters;
}

/** A warning for each query parameter that the operation does not know. */
function warnUnknownParameters(rawQueryString: string, schema?: JSONSchema): Warning[] {
  if (rawQueryString === '') return [];
  const { properties } = (schema ?? { properties: {} }) as unknown as Query;
  const names = new Set(new URLSearchParams(rawQueryString).keys());
  return [...names]
    .filter((name) => name !== CACHE_BREAKER && !Object.hasOwn(properties, name))
    .map((parameter) => ({
      code: 'parameter_unknown',
      parameter,
      message: `"${parameter}" is not a query parameter of this operation.`,
    }));
}

function violationsOf(validator: ValidateFunction, value: unknown): Violation[] {
  validator(value);
  const errors = validator.errors ?? [];
  const ofWrongType = new Set(
    errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  );
  // A value of the wrong type also fails the enum of allowed numbers: one error is enough.
  const relevant = errors.filter(
    ({ keyword, instancePath }) => keyword !== 'enum' || !ofWrongType.has(instancePath),
  );
  return relevant.map(createViolation);
}

const isStrict = (event: Incoming) => prefers(event, 'handling', 'strict');

/** The codes for a wrong number of list entries. The entries can still be validated. */
const ofLength = new Set<ViolationCode>(['too_few', 'too_many']);

/** Replaces invalid values with undefined, so that later checks see only valid values. */
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
  schema: JSONSchema & object;
  validator: ValidateFunction;
  reading: BodyReading;
}

function parseSubmissionBody(
  event: Incoming,
  { schema, validator, reading }: BodyReader,
): Submission<object> {
  const { fields, warnings } = reading.bodyFields(event.body, schema);
  const violations = violationsOf(validator, fields);
  return {
    fields: withoutInvalid(fields as object, violations),
    violations,
    warnings,
    strict: isStrict(event),
  };
}

/** The parsed and validated parts of a request. */
interface ParsedRequest {
  conditions: Conditions;
  warnings: Warning[];
  /** The query; only for an operation with query parameters. */
  query?: unknown;
  /** Only for an operation that supports Idempotency-Key, if the request has one. */
  idempotency?: SentIdempotency | undefined;
  /** Only for an operation with a body. The warnings of the submission become the warnings of the request. */
  submission?: Submission<object>;
}

/** A request after its validation. */
export type ValidatedEvent<Event extends Incoming = Incoming> = Event & { parsed: ParsedRequest };

/**
 * Parses the query parameters, headers and body fields of a request, and refuses it when they break a rule. The
 * violations of a body are not thrown but kept in the submission, so that the domain can add its own. Throws Refusal
 * `validation_failed`.
 */
export function validate(id: OperationId): (event: Incoming) => ParsedRequest {
  const operation: Operation = operations[id];
  const { body, query } = schemasOf(id);
  const { idempotencyKey } = operation;
  const validators = validatorsOf(id);
  const reading = bodyReadingOf(id);
  return (event) => {
    const violations: Violation[] = [];
    if (operation.method === 'PUT' && header(event, 'content-range') !== undefined) {
      const message = 'Content-Range must not be sent: send the complete body without it.';
      violations.push({ header: 'Content-Range', code: 'not_allowed', message });
    }
    const warnings = warnUnknownParameters(event.rawQueryString, query);
    const request: ParsedRequest = {
      ...(query &&
        validators.query && {
          query: parseQuery(event, query as unknown as Query, validators.query, violations),
        }),
      conditions: parseConditions(event, operation, violations),
      ...(idempotencyKey && {
        idempotency: reading?.idempotencyOf(header(event, 'idempotency-key'), event.body, violations),
      }),
      warnings,
    };
    if (!body || !validators.body || !reading) {
      refuseViolations([...violations, ...(isStrict(event) ? warnings.map(toViolation) : [])]);
      return request;
    }
    const submission = parseSubmissionBody(event, {
      schema: body as object,
      validator: validators.body,
      reading,
    });
    submission.violations.push(...violations);
    submission.warnings.push(...warnings);
    return { ...request, submission, warnings: submission.warnings };
  };
}

/** The middleware that validates a request by the JSON Schemas of its operation. */
export function schemaValidation(id: OperationId): Middleware {
  const parse = validate(id);
  return { before: ({ event }) => void Object.assign(event, { parsed: parse(event) }) };
}
