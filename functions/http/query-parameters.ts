import type { JSONSchema } from 'json-schema-to-ts';
import { REFERENCES_MAX_BYTES } from '../../schemas/limits.ts';
import type { Violation } from '../../schemas/problem.ts';
import type { ViolationCode } from '../../schemas/violations.ts';
import type { Warning } from '../validation/submission.ts';

interface Parameter {
  type: string;
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

const valueOf = (text: string, { type }: Parameter) =>
  type === 'integer' && wholeNumber.test(text) ? Number(text) : text;

/**
 * Parses the query parameters of the schema, with their defaults. Numbers are accepted in their canonical form only. A
 * list with a separator may also be sent as a repeated parameter. A list without one selects alone: beside it, other
 * parameters may only have their defaults, which some generated clients always send. Any other repeated parameter is a
 * violation.
 */
export function parseQuery(rawQueryString: string, schema: JSONSchema) {
  const sent = new URLSearchParams(rawQueryString);
  const { properties } = schema as unknown as Query;
  const violations: Violation[] = [];
  const parameters: Record<string, unknown> = {};
  const list = Object.keys(properties).find(
    (name) => properties[name]?.type === 'array' && !properties[name].separator && sent.has(name),
  );
  for (const [name, parameter] of Object.entries(properties)) {
    const values = sent.getAll(name);
    const refuse = (code: ViolationCode, rule: string) =>
      violations.push({ parameter: name, code, message: `${name} must ${rule}.` });
    if (name === list) {
      if (rawQueryString.length > REFERENCES_MAX_BYTES) {
        refuse('too_long', `be at most ${REFERENCES_MAX_BYTES} bytes long, with everything in the query`);
      }
      parameters[name] = values;
      continue;
    }
    const [text] = values;
    const { separator } = parameter;
    if (separator !== undefined && text !== undefined) {
      parameters[name] = values.flatMap((each) => each.split(separator));
      continue;
    }
    if (text !== undefined && list !== undefined && valueOf(text, parameter) !== parameter.default) {
      refuse('not_allowed', `not be sent together with ${list}`);
    } else if (values.length > 1) refuse('repeated', 'be sent only once');
    else if (text !== undefined) parameters[name] = valueOf(text, parameter);
    if (parameters[name] === undefined && parameter.default !== undefined)
      parameters[name] = parameter.default;
  }
  return { parameters, violations };
}

/** A warning for each query parameter that the operation does not know. */
export function warnUnknownParameters(rawQueryString: string, schema?: JSONSchema): Warning[] {
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
