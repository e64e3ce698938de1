import { responsesIn, type OpenApiDocument, type OperationObject } from '../schemas/openapi/document.ts';
import { operations, type OperationId } from '../schemas/operations.ts';
import { jsonBlock } from './code.ts';
import { fieldLine, fieldList, resolveSchema } from './fields.ts';
import { html, type Html } from './html.ts';
import { markdown } from './markdown.ts';
import { responseList } from './response-list.ts';
import { sampleRequest, samples } from './samples.ts';
import { tryIt } from './try-it.ts';

/** An operation with its path and method. */
export interface OperationLocation {
  path: string;
  method: string;
  operation: OperationObject;
}

/** Every operation of a document, in order. */
export const listOperations = ({ paths }: OpenApiDocument): OperationLocation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

export const methodBadge = (method: string): Html =>
  html`<span class="method ${method}">${method.toUpperCase()}</span>`;

const JSON_TYPE = 'application/json';

/** The name of the file field, if the operation takes form data. */
function formFileField(document: OpenApiDocument, { requestBody }: OperationObject): string | undefined {
  const form = requestBody?.content['multipart/form-data']?.schema;
  const fields = Object.entries((form && resolveSchema(document, form).properties) ?? {});
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
export function operationSection(
  document: OpenApiDocument,
  { path, method, operation }: OperationLocation,
): Html {
  const { operationId, summary, description, requestBody, security } = operation;
  const parameters = (operation.parameters ?? []).map((parameter) => ({
    ...parameter,
    schema: resolveSchema(document, parameter.schema),
  }));
  const bodySchema = requestBody?.content[JSON_TYPE]?.schema;
  return html`<article id="${operationId}" class="operation">
    <div class="text">
      <h3>${summary}</h3>
      <p class="route">${methodBadge(method)} <code>${document.servers[0].url}${path}</code></p>
      ${markdown(description)}
      <p class="access">${security.length > 0 ? 'Requires your API key.' : 'Requires no key.'}</p>
      ${
        parameters.length > 0 &&
        html`<h4>Parameters</h4>
          <dl class="fields">
            ${parameters.map(({ name, in: location, required = false, description: text, schema }) => fieldLine({ name, location, required, schema: { ...schema, description: text } }, `${operationId}.${location}.${name}`))}
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
      ${tryIt(`${document.servers[0].url}${path}`, method, { ...operation, parameters }, formFileField(document, operation))}
      ${exampleResponse(document, operation)}
    </div>
  </article>`;
}
