import { responsesIn, type OpenApiDocument, type OperationObject } from '../schemas/openapi/document.ts';
import { operations, type OperationId } from '../schemas/operations.ts';
import { jsonBlock } from './code.ts';
import { fieldLine, fieldList, resolved } from './fields.ts';
import { html, type Html } from './html.ts';
import { markdown } from './markdown.ts';
import { responseList } from './response-list.ts';
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

/** The field for a file, if an operation takes form data. */
function formFile(document: OpenApiDocument, { requestBody }: OperationObject): string | undefined {
  const form = requestBody?.content['multipart/form-data']?.schema;
  const fields = Object.entries((form && resolved(document, form).properties) ?? {});
  return fields.find(([, { format }]) => format === 'binary')?.[0];
}

function exampleResponse(document: OpenApiDocument, operation: OperationObject): Html | undefined {
  const status = String(operations[operation.operationId as OperationId].status);
  const example = responsesIn(document, operation)[status]?.content?.[JSON_TYPE]?.example;
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
  return html`<article id="${operationId}" class="operation">
    <div class="text">
      <h3>${summary}</h3>
      <p class="route">${methodMark(method)} <code>${document.servers[0].url}${path}</code></p>
      ${markdown(description)}
      <p class="access">${security.length > 0 ? 'Requires your API key.' : 'Requires no key.'}</p>
      ${
        parameters.length > 0 &&
        html`<h4>Parameters</h4>
          <dl class="fields">
            ${parameters.map(({ name, in: place, required = false, description: text, schema }) => fieldLine({ name, place, required, schema: { ...schema, description: text } }, `${operationId}.${place}.${name}`))}
          </dl>`
      }
      ${
        bodySchema &&
        html`<h4>Body</h4>
          ${fieldList(document, bodySchema, { anchor: `${operationId}.body`, written: true })}`
      }
      ${responseList(document, operation)}
    </div>
    <div class="code-side">
      ${samples(sampleRequest(document, path, method, operation))}
      ${tryIt(`${document.servers[0].url}${path}`, method, { ...operation, parameters }, formFile(document, operation))}
      ${exampleResponse(document, operation)}
    </div>
  </article>`;
}
