import { parameterDescriptions } from '../descriptions.ts';
import { operationGuide } from '../operation-guide.ts';
import { requestHeaderRows } from '../headers.ts';
import { INT32_MAX } from '../limits.ts';
import { documentedOperations, type DocumentedOperation } from '../operation-schemas.ts';
import type { OperationId } from '../operations.ts';
import type { Components, Source } from './components.ts';
import type { OperationObject, Parameter, Schema } from './document.ts';
import { isOfPosting, meantBy } from './problems-of.ts';

const publicId = 'The id of the job, or the random name of a confidential job.';

const idSchema = ({ id }: DocumentedOperation): Schema =>
  id === 'text' ? { type: 'string' } : { type: 'integer', format: 'int32', minimum: 1, maximum: INT32_MAX };

/** A cursor that the service encrypts, and decrypts when a client sends it back. */
const encrypted: Schema = { minLength: 32, maxLength: 32, pattern: '^[0-9a-f]*$' };

/** The lists with encrypted cursors: the schema cannot validate one, only the operation can. */
const withEncryptedCursor = new Set<OperationId>([
  'listApplications',
  'listJobApplications',
  'listPublicJobs',
]);

/** A parameter with a default is optional, even if the schema requires it after defaults are filled in. */
function queryParameters(id: OperationId, components: Components): Omit<Parameter, 'example'>[] {
  const { query }: DocumentedOperation = documentedOperations[id];
  const { properties = {}, required = [] } = (query ?? {}) as Source;
  return Object.entries(properties).map(([name, { separator, ...schema }]) => ({
    name,
    in: 'query',
    description: parameterDescriptions[name] ?? '',
    ...(separator !== undefined && { style: 'form' as const, explode: false }),
    ...(required.includes(name) && schema.default === undefined && { required: true as const }),
    schema: {
      ...components.use(schema, 'request'),
      ...(name === 'after' && withEncryptedCursor.has(id) && encrypted),
    },
  }));
}

/** Path, query and header parameters of an operation. */
export function parametersOf(id: OperationId, components: Components): Parameter[] {
  const operation: DocumentedOperation = documentedOperations[id];
  const examples = operationGuide[id].parameters ?? {};
  const path = operation.path.includes('{id}')
    ? [
        {
          name: 'id',
          in: 'path' as const,
          description: isOfPosting(operation) ? publicId : (parameterDescriptions['id'] ?? ''),
          required: true as const,
          schema: idSchema(operation),
        },
      ]
    : [];
  const headers = requestHeaderRows
    .filter(([name, { readBy }]) => readBy(operation) && (name !== OVERRIDE || meantBy(id).length > 0))
    .map(([name, { description, schema }]) => ({
      name,
      in: 'header' as const,
      description,
      ...(name === OVERRIDE && operation.servedBy && { required: true as const }),
      schema: name === OVERRIDE ? overrideSchema(id) : (schema as Schema),
    }));
  return [...path, ...queryParameters(id, components), ...headers].map((parameter) => ({
    ...parameter,
    ...(parameter.name in examples && { example: examples[parameter.name] }),
  }));
}

const OVERRIDE = 'X-HTTP-Method-Override';

/** The methods of a path that a POST can select with X-HTTP-Method-Override. */
const overrideSchema = (id: OperationId): Schema => ({
  type: 'string',
  enum: meantBy(id).map((each) => documentedOperations[each].method),
});

/** A file as the body, in each of its media types. */
const fileContent = ({ types }: DocumentedOperation['bytes'] & object) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));

/** The body of an operation; a POST that only works as a method override has the body of the operation it selects. */
export function bodyOf(id: OperationId, components: Components): OperationObject['requestBody'] {
  const operation: DocumentedOperation = documentedOperations[id];
  const { body } = operationGuide[id];
  const meant = operation.servedBy ? meantBy(id) : [];
  const bytes = [id, ...meant].map((each) => documentedOperations[each].bytes).find(Boolean);
  if (bytes) return { required: operation.bytes !== undefined, content: fileContent(bytes) };
  const source = operation.body ?? meant.map((each) => documentedOperations[each].body).find(Boolean);
  if (source === undefined) return undefined;
  const schema = components.use(source as Source, 'request');
  const form = operation.form && components.use(operation.form as Source, 'request');
  return {
    required: operation.body !== undefined,
    content: {
      'application/json': { schema, ...(body && { example: body }) },
      ...(form && { 'multipart/form-data': { schema: form } }),
    },
  };
}
