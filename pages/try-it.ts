import type { OperationObject, Parameter } from '../schemas/openapi/document.ts';
import { html, type Html } from './html.ts';
import { acceptHeader, bodyFileTypes, hasBody, sampleFile } from './samples.ts';
import { readableJson } from './assets/readable-json.js';

const select = (
  choices: NonNullable<Parameter['schema']['enum']>,
  attributes: Html,
  required = false,
): Html =>
  html`<select ${attributes}>
    ${!required && html`<option value="">not sent</option>`}
    ${choices.map((choice) => html`<option>${String(choice)}</option>`)}
  </select>`;

/** A required parameter starts with the example; an optional one shows it as a placeholder. */
const input = (example: string, attributes: Html, required = false): Html =>
  required
    ? html`<input ${attributes} value="${example}" autocomplete="off" required />`
    : html`<input ${attributes} placeholder="${example}" autocomplete="off" />`;

function control(
  operationId: string,
  { name, in: location, required, schema, example = '' }: Parameter,
): Html {
  const id = `${operationId}-${location}-${name}`;
  const attributes = html`id="${id}" name="${name}" data-in="${location}"`;
  return html`<p>
    <label for="${id}"><code>${name}</code></label>
    ${schema.enum ? select(schema.enum, attributes, required) : input(String(example), attributes, required)}
  </p>`;
}

/** A form that sends a real request from the page. With a file in the field `formFile` it sends form data. */
export function tryIt(path: string, method: string, operation: OperationObject, formFile?: string): Html {
  const { operationId: id, parameters = [], requestBody, security } = operation;
  const body = requestBody?.content['application/json']?.example;
  const fileTypes = bodyFileTypes(operation);
  const accept = acceptHeader(operation);
  return html`<details class="try">
    <summary>Try it</summary>
    <form
      data-method="${method.toUpperCase()}"
      data-path="${path}"
      ${hasBody(operation) && html` data-has-response-body`}
    >
      ${
        security.length > 0 &&
        html`<p class="wide">
          <label for="${id}-key"><code>API-Key</code></label>
          <input id="${id}-key" data-key autocomplete="off" spellcheck="false" placeholder="jps_…" />
        </p>`
      }
      ${accept !== undefined && html`<input type="hidden" data-in="header" name="Accept" value="${accept}" />`}
      ${parameters.map((parameter) => control(id, parameter))}
      ${body !== undefined && html`<p class="wide"><label for="${id}-body">Body</label> <textarea id="${id}-body" data-body spellcheck="false" rows="${readableJson(body).split('\n').length}">${readableJson(body)}</textarea></p>`}
      ${
        fileTypes.length > 0 &&
        html`<p class="wide">
          <label for="${id}-file">Body</label>
          <input
            id="${id}-file"
            type="file"
            data-file="${sampleFile(path, fileTypes)}"
            accept="${fileTypes.join()}"
          />
        </p>`
      }
      ${
        formFile !== undefined &&
        html`<p class="wide">
          <label for="${id}-form"><code>${formFile}</code>, a file: all is then sent as form data</label>
          <input id="${id}-form" type="file" name="${formFile}" data-form />
        </p>`
      }
      <p class="wide"><button type="submit">Send</button></p>
    </form>
    <p class="outcome" role="status"></p>
    <div class="reply"></div>
  </details>`;
}
