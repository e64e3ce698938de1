import type { OpenApiDocument, OperationObject, Response } from '../schemas/openapi/document.ts';
import { operations, type OperationId } from '../schemas/operations.ts';
import { problemType } from '../schemas/problems.ts';
import { jsonBlock } from './code.ts';
import { fieldLine, fieldList, resolved, schemaNameOf } from './fields.ts';
import { html, type Html } from './html.ts';
import { inline, markdown } from './markdown.ts';
import { sampleRequest, samples } from './samples.ts';
import { tryIt } from './try-it.ts';

/** An operation with its path and method. */
export interface Place {
  path: string;
  method: string;
  operation: OperationObject;
}

/** Every operation of a document, in order. */
export const placesIn = ({ paths }: OpenApiDocument): Place[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

export const methodMark = (method: string): Html =>
  html`<span class="method ${method}">${method.toUpperCase()}</span>`;

const JSON_TYPE = 'application/json';

function successLine(
  document: OpenApiDocument,
  status: string,
  { description, headers, content }: Response,
): Html {
  const schema = content?.[JSON_TYPE]?.schema;
  const schemaName = schema && schemaNameOf(schema);
  return html`<div>
    <dt><strong class="status">${status}</strong></dt>
    <dd>
      ${description}${schemaName !== undefined && html` The body is a <a href="#${schemaName}">${schemaName}</a>.`}
      ${Object.keys(headers ?? {}).map((name) => html`<br /><code>${name}</code>: ${inline(document.components.headers[name]?.description ?? '')}`)}
    </dd>
  </div>`;
}

const problemLine = (status: string, { content }: Response): Html =>
  html`<div>
    <dt><strong class="status">${status}</strong></dt>
    <dd>
      ${Object.keys(content?.['application/problem+json']?.examples ?? {}).map((code) => html`<a class="problem" href=".${problemType(code)}"><code>${code}</code></a> `)}
    </dd>
  </div>`;

function responseList(document: OpenApiDocument, { responses }: OperationObject): Html {
  const lines = Object.entries(responses).map(([status, response]) =>
    response.content?.['application/problem+json']
      ? problemLine(status, response)
      : successLine(document, status, response),
  );
  return html`<h4>Responses</h4>
    <dl class="fields answers">${lines}</dl>`;
}

function exampleResponse({ operationId, responses }: OperationObject): Html | undefined {
  const status = String(operations[operationId as OperationId].status);
  const example = responses[status]?.content?.[JSON_TYPE]?.example;
  if (example === undefined) return undefined;
  return html`<details class="example">
    <summary>Example response, ${status}</summary>
    ${jsonBlock(example)}
  </details>`;
}

/** Everything about one operation. */
export function operationSection(document: OpenApiDocument, { path, method, operation }: Place): Html {
  const { operationId, summary, description, requestBody, security } = operation;
  const parameters = (operation.parameters ?? []).map((parameter) => ({
    ...parameter,
    schema: resolved(document, parameter.schema),
  }));
  const bodySchema = requestBody?.content[JSON_TYPE]?.schema;
  return html`<article id="${operationId}" class="operation" data-search>
    <div class="text">
      <h3>${summary}</h3>
      <p class="route">${methodMark(method)} <code>${document.servers[0].url}${path}</code></p>
      ${markdown(description)}
      <p class="access">${security.length > 0 ? 'Requires your API key.' : 'Requires no key.'}</p>
      ${
        parameters.length > 0 &&
        html`<h4>Parameters</h4>
          <dl class="fields">
            ${parameters.map(({ name, in: place, required = false, description: text, schema }) => fieldLine({ name, required, schema: { ...schema, description: text } }, place))}
          </dl>`
      }
      ${
        bodySchema &&
        html`<h4>Body</h4>
          ${fieldList(document, bodySchema, { written: true })}`
      }
      ${responseList(document, operation)}
    </div>
    <div class="code-side">
      ${samples(sampleRequest(document, path, method, operation))}
      ${tryIt(`${document.servers[0].url}${path}`, method, { ...operation, parameters })}
      ${exampleResponse(operation)}
    </div>
  </article>`;
}
