import type { OpenApiDocument, OperationObject } from '../schemas/openapi/document.ts';
import { codeBlock } from './code.ts';
import { html, type Html } from './html.ts';
import { samplesOf, type SampleRequest } from './assets/sample-code.js';

/** The origin in the samples. A script of the page replaces it with the real one. */
export const ORIGIN = 'http://localhost:3000';

/** Whether a successful response has a body. */
export const hasBody = ({ responses }: OperationObject): boolean =>
  Object.keys(responses).some((status) => /^20[01]$/.test(status));

/** The media type for `Accept`, for an operation that redirects when the header is missing. */
export const acceptHeader = ({ responses }: OperationObject): string | undefined =>
  '302' in responses ? 'application/json' : undefined;

/** The media types of a file body; empty for an operation without one. */
export const bodyFileTypes = ({ requestBody }: OperationObject): string[] =>
  Object.keys(requestBody?.content ?? {}).filter((type) => !/\/(?:json|form-data)$/.test(type));

/** The file that a sample sends: `logo.png` for a path that ends in `logo`. */
export function sampleFile(path: string, [type]: readonly string[]): string | undefined {
  if (type === undefined) return undefined;
  return `${path.slice(path.lastIndexOf('/') + 1)}.${type.slice(type.indexOf('/') + 1)}`;
}

/** The example request of an operation. */
export function sampleRequest(
  { servers: [server] }: Pick<OpenApiDocument, 'servers'>,
  path: string,
  method: string,
  operation: OperationObject,
): SampleRequest {
  const parameters = (operation.parameters ?? []).filter(
    ({ example, required, in: location }) => example !== undefined && (required || location === 'query'),
  );
  const valuesIn = (location: string) =>
    parameters
      .filter((parameter) => parameter.in === location)
      .map(({ name, example }): [string, string] => [name, String(example)]);
  const filled = valuesIn('path').reduce((text, [name, value]) => text.replace(`{${name}}`, value), path);
  const query = new URLSearchParams(valuesIn('query')).toString();
  const body = operation.requestBody?.content['application/json']?.example;
  const fileTypes = bodyFileTypes(operation);
  const accept = acceptHeader(operation);
  const contentType = body === undefined ? fileTypes[0] : 'application/json';
  return {
    method: method.toUpperCase(),
    address: `${ORIGIN}${server.url}${filled}${query && `?${query}`}`,
    signed: operation.security.length > 0,
    headers: [
      ...valuesIn('header'),
      ...(accept === undefined ? [] : [['Accept', accept] as [string, string]]),
      ...(contentType === undefined ? [] : [['Content-Type', contentType] as [string, string]]),
    ],
    body,
    file: sampleFile(path, fileTypes),
    hasResponseBody: hasBody(operation),
  };
}

/** The code blocks of a request, for people to copy. */
export const samples = (request: SampleRequest): Html => {
  const { sh, js, python } = samplesOf(request);
  return html`<div class="samples">
    ${codeBlock(sh, 'sh')}${codeBlock(js, 'js')}${codeBlock(python, 'python')}
  </div>`;
};
