import type { JSONSchema } from 'json-schema-to-ts';
import type { Violation } from '../../schemas/problem.ts';

interface Parameter {
  type: string;
  default?: unknown;
}

const wholeNumber = /^(?:0|-?[1-9]\d{0,14})$/;

const valueOf = (text: string, { type }: Parameter) =>
  type === 'integer' && wholeNumber.test(text) ? Number(text) : text;

/**
 * The query parameters that a schema knows, with their defaults; numbers in their one canonical spelling only.
 * Unknown parameters are ignored (interface 5.4); one that stands twice is a violation.
 */
export function queryParameters(rawQueryString: string, schema: JSONSchema) {
  const sent = new URLSearchParams(rawQueryString);
  const { properties } = schema as unknown as { properties: Record<string, Parameter> };
  const violations: Violation[] = [];
  const parameters: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(properties)) {
    const [text, ...others] = sent.getAll(name);
    if (others.length > 0) {
      violations.push({ parameter: name, code: 'repeated', message: `${name} may be given only once.` });
    }
    if (text !== undefined && others.length === 0) parameters[name] = valueOf(text, parameter);
    else if (parameter.default !== undefined) parameters[name] = parameter.default;
  }
  return { parameters, violations };
}
