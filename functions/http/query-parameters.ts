import type { JSONSchema } from 'json-schema-to-ts';
import type { Violation } from '../../schemas/problem.ts';
import type { Warning } from '../domain/submission.ts';

interface Parameter {
  type: string;
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
 * The query parameters that are in the schema, with their defaults. Numbers are accepted in their canonical form only, and
 * a repeated parameter is a violation.
 */
export function queryParameters(rawQueryString: string, schema: JSONSchema) {
  const sent = new URLSearchParams(rawQueryString);
  const { properties } = schema as unknown as Query;
  const violations: Violation[] = [];
  const parameters: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(properties)) {
    const [text, ...others] = sent.getAll(name);
    if (others.length > 0) {
      violations.push({ parameter: name, code: 'repeated', message: `${name} must be sent only once.` });
    }
    if (text !== undefined && others.length === 0) parameters[name] = valueOf(text, parameter);
    else if (parameter.default !== undefined) parameters[name] = parameter.default;
  }
  return { parameters, violations };
}

/** A warning for each query parameter that is unknown to the operation. */
export function unknownParameters(rawQueryString: string, schema?: JSONSchema): Warning[] {
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
