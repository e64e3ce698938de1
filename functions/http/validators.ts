import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { documentedOperations, type RequestSchemas } from '../../schemas/operation-schemas.ts';
import type { OperationId } from '../../schemas/operations.ts';
import { bodyReading, type BodyReading } from './json-body.ts';
import { schemaFormats } from '../validation/violations.ts';

/** Reports all violations of a request. The messages come from `violations.ts`, so ajv needs none. */
export const rules = {
  allErrors: true,
  messages: false,
  // A number too large for a double is still a number: it is above the maximum, not of the wrong type.
  strictNumbers: false,
  strictTypes: false,
  allowUnionTypes: true,
  formats: schemaFormats,
  // The query parser uses this keyword before validation.
  keywords: ['separator'],
} as const satisfies Options;

// The build validates the schemas. Their $id is the name in the document, which parts of one schema may share.
const ajv = new Ajv({ ...rules, validateSchema: false, schemaId: 'id' });

/** The schemas of an operation's body and query parameters. */
export function schemasOf(id: OperationId): RequestSchemas {
  const { body, envelope = body, query } = documentedOperations[id];
  return { ...(envelope && { body: envelope }), ...(query && { query }) };
}

/** The functions that read an operation's body, if it has one. */
export const bodyReadingOf = (id: OperationId): BodyReading | undefined =>
  schemasOf(id).body === undefined ? undefined : bodyReading;

/** The validators of an operation's query and body, which neither coerce types nor set defaults. */
export type Validators = { readonly [Part in keyof RequestSchemas]?: ValidateFunction };

export const validatorsOf = (id: OperationId): Validators =>
  Object.fromEntries(
    Object.entries(schemasOf(id)).map(([part, schema]) => [part, ajv.compile(schema as object)]),
  );
