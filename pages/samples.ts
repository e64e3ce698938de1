import type { OpenApiDocument, OperationObject } from '../schemas/openapi/document.ts';
import { codeBlock } from './code.ts';
import { html, type Html } from './html.ts';
import { samplesOf, type SampleRequest } from './assets/sample-code.js';

/** The origin in the samples; the page replaces it with its own. */
export const ORIGIN = 'http://localhost:3000';

/** Whether a successful response has a body. */
export const hasBody = ({ responses }: OperationObject): boolean =>
  Object.keys(responses).some((status) => /^20[01]$/.test(status));

/** Whether a successful response leads to another address. */
export const isRedirect = ({ responses }: OperationObject): boolean => '302' in responses;

/** The example request of an operation. */
export function sampleRequest(
  { servers: [server] }: Pick<OpenApiDocument, 'servers'>,
  path: string,
  method: string,
  operation: OperationObject,
): SampleRequest {
  const given = (operation.parameters ?? []).filter(
    ({ example, required, in: place }) => example !== undefined && (required || place === 'query'),
  );
  const of = (place: string) =>
    given
      .filter((parameter) => parameter.in === place)
      .map(({ name, example }): [string, string] => [name, String(example)]);
  const filled = of('path').reduce((text, [name, value]) => text.replace(`{${name}}`, value), path);
  const query = new URLSearchParams(of('query')).toString();
  const body = operation.requestBody?.content['application/json']?.example;
  return {
    method: method.toUpperCase(),
    address: `${ORIGIN}${server.url}${filled}${query && `?${query}`}`,
    signed: operation.security.length > 0,
    headers: [
      ...of('header'),
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
    ],
    body,
    hasResponseBody: hasBody(operation),
    redirects: isRedirect(operation),
  };
}

/** The code blocks of a request, for people to copy. */
export const samples = (request: SampleRequest): Html => {
  const { sh, js, python } = samplesOf(request);
  return html`<div class="samples">
    ${codeBlock(sh, 'sh')}${codeBlock(js, 'js')}${codeBlock(python, 'python')}
  </div>`;
};
