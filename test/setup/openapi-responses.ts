import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../schemas/openapi.ts';
import { nameIn, responsesIn, type Response } from '../../schemas/openapi/document.ts';
import { operations, type Operation, type OperationId } from '../../schemas/operations.ts';

/** A response to compare with the document; header names in any case. */
interface ReceivedResponse {
  status: number;
  headers: ReadonlyMap<string, string> | Headers;
  text: string;
}

const document = openApiDocument();
const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false, validateSchema: false });
// Clients must accept unknown values, but the service returns only values that the document lists.
ajv.addKeyword({
  keyword: 'x-extensible-enum',
  // The type in the schema decides whether null is valid.
  validate: (known: unknown[], value: unknown) => value === null || known.includes(value),
});
ajv.addSchema(document, 'openapi');

/** Headers of HTTP itself. */
const transport = new Set(['connection', 'content-length', 'content-type', 'date', 'keep-alive']);

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

const operationPointer = (id: OperationId) => {
  const { path, method }: Operation = operations[id];
  return ['paths', path, method.toLowerCase()];
};

const responsesOf = (id: OperationId): Record<string, Response> => {
  const [, path = '', method = ''] = operationPointer(id);
  const operation = document.paths[path]?.[method];
  return operation ? responsesIn(document, operation) : {};
};

/** The path to the description of a response in the document: at its operation, or in the shared responses. */
function responsePointer(id: OperationId, status: number): string[] {
  const pointer = [...operationPointer(id), 'responses', String(status)];
  const [, path = '', method = ''] = pointer;
  const response = document.paths[path]?.[method]?.responses[status];
  return response && '$ref' in response ? ['components', 'responses', nameIn(response)] : pointer;
}

const validators = new Map<string, ValidateFunction>();

/** The errors of a value by the schema at a place in the document; none if it is valid. */
export function schemaErrors(place: readonly string[], value: unknown): string[] {
  const $ref = `openapi#/${place.map(escaped).join('/')}`;
  const validate = validators.get($ref) ?? ajv.compile({ $ref });
  validators.set($ref, validate);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The documented features that a response shows: `409`, `409 Retry-After`, `409 reference_id_taken`. */
function featuresOf(id: OperationId, { status, headers, text }: ReceivedResponse): string[] {
  const spelled = new Map(Object.keys(document.components.headers).map((name) => [name.toLowerCase(), name]));
  const names = [...headers.keys()].map((name) => name.toLowerCase()).filter((name) => !transport.has(name));
  const { code } = status < 400 || text === '' ? {} : (JSON.parse(text) as { code?: string });
  return [
    `${id} ${status}`,
    ...names.map((name) => `${id} ${status} ${spelled.get(name) ?? name}`),
    ...(code === undefined ? [] : [`${id} ${status} ${code}`]),
  ];
}

/** All features that the document lists for an operation, in the form of `featuresOf`. */
export const documentedFeatures = (id: OperationId): string[] =>
  Object.entries(responsesOf(id)).flatMap(([status, { headers = {}, content = {} }]) => [
    `${id} ${status}`,
    ...Object.keys(headers).map((name) => `${id} ${status} ${name}`),
    ...Object.keys(content['application/problem+json']?.examples ?? {}).map(
      (code) => `${id} ${status} ${code}`,
    ),
  ]);

const features = new Map<OperationId, Set<string>>();

/** Compares a response with the document: the features it shows, and sentences about what is undocumented. */
export function compareWithDocument(
  id: OperationId,
  answered: ReceivedResponse,
): { facts: string[]; faults: string[] } {
  const { status, headers, text } = answered;
  const facts = featuresOf(id, answered);
  const documented = features.get(id) ?? new Set(documentedFeatures(id));
  features.set(id, documented);
  const unknown = facts.filter((fact) => !documented.has(fact)).map((fact) => `${fact} is not documented`);
  const content = responsesOf(id)[status]?.content ?? {};
  const type = headers.get('content-type') ?? undefined;
  if (type === undefined)
    return { facts, faults: text === '' ? unknown : [...unknown, 'a body without a type'] };
  const place = [...responsePointer(id, status), 'content', type, 'schema'];
  const shape =
    type in content ? schemaErrors(place, JSON.parse(text)) : [`${status} ${type} is not documented`];
  return { facts, faults: [...unknown, ...shape] };
}
