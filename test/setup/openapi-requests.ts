import { openApiDocument } from '../../schemas/openapi.ts';
import type { Parameter } from '../../schemas/openapi/document.ts';
import { realLogo } from './logos.ts';
import { operations, type Operation, type OperationId } from '../../schemas/operations.ts';

const { paths } = openApiDocument();

/** A request that a tool builds from the OpenAPI document. The path is relative to /api/v1.1. */
interface DocumentedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: object | Uint8Array<ArrayBuffer>;
}

/** The ids for path and query parameters. */
export interface PathIds {
  employer: number;
  job: number;
  application: string;
  webhook: number;
  /** The API key of a partner, and the id of one of its employers. */
  partnerKey: string;
  partnersEmployer: number;
  /** The id of a second key of the employer. */
  key: string;
}

/** The value that a tool uses for a parameter. */
const valueOf = ({ example, schema }: Parameter) => example ?? schema.default;

/**
 * The request that a tool sends for an operation when it only knows the document: with the example of the body, or a
 * file of the first type that is taken, and all parameters for which the document has a value. The employer, job, application or webhook that it names exists; what a partner sends has its key.
 */
export function documentedRequest(id: OperationId, ids: PathIds): DocumentedRequest {
  const { method, path, access }: Operation = operations[id];
  const { parameters = [], requestBody } = paths[path]?.[method.toLowerCase()] ?? {};
  const parameterValues = (place: Parameter['in']) =>
    parameters
      .filter((parameter) => parameter.in === place && valueOf(parameter) !== undefined)
      .map((parameter): [string, string] => [parameter.name, String(valueOf(parameter))]);
  const query = new URLSearchParams(parameterValues('query'))
    .toString()
    .replace(/\bemployer=\d+/, `employer=${ids.employer}`);
  const filled = parameterValues('path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, value),
    path
      .replace('/jobs/{id}', `/jobs/${ids.job}`)
      .replace('/applications/{id}', `/applications/${ids.application}`)
      .replace('/webhooks/{id}', `/webhooks/${ids.webhook}`)
      .replace('/keys/{id}', `/keys/${ids.key}`)
      .replace('/employers/{id}', `/employers/${ids.partnersEmployer}`),
  );
  const body = requestBody?.content['application/json']?.example;
  const file = requestBody?.content['image/png'] ? realLogo('chromium.png') : undefined;
  return {
    method,
    path: `${filled}${query && `?${query}`}`,
    headers: {
      accept: 'application/json',
      ...(access === 'partner' && { 'api-key': ids.partnerKey }),
      ...Object.fromEntries(parameterValues('header')),
      ...(file && { 'content-type': file.mediaType }),
    },
    ...(body && { body }),
    ...(file && { body: file.bytes }),
  };
}
