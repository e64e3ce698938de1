import type { OperationObject, Parameter } from '../../schemas/openapi/document.ts';
import { html, type Html } from './html.ts';

const input = (id: string, { name, in: place, required, schema, example }: Parameter): Html => {
  const field = `${id}-${place}-${name}`;
  const choices = schema.enum;
  // What an example says of an optional parameter is a hint; a required one needs a value.
  const value = required ? String(example ?? '') : '';
  return html`<p>
    <label for="${field}"><code>${name}</code></label> ${
      choices
        ? html`<select id="${field}" name="${name}" data-in="${place}">
            ${required ? undefined : html`<option value="">none</option>`}${choices.map((choice) => html`<option>${String(choice)}</option>`)}
          </select>`
        : html`<input
            id="${field}"
            name="${name}"
            data-in="${place}"
            value="${value}"
            placeholder="${String(example ?? '')}"
            autocomplete="off"
            ${required && html` required`}
          />`
    }
  </p>`;
};

/** The form that sends a real request of an operation from the page. */
export function tryIt(path: string, method: string, operation: OperationObject): Html {
  const { operationId: id, parameters = [], requestBody, security } = operation;
  const body = requestBody?.content['application/json']?.example;
  return html`<details class="try">
    <summary>Try it</summary>
    <form data-method="${method.toUpperCase()}" data-path="${path}">
      ${
        security.length > 0 &&
        html`<p>
          <label for="${id}-key"><code>API-Key</code></label>
          <input id="${id}-key" data-key autocomplete="off" spellcheck="false" placeholder="jps_…" />
        </p>`
      }
      ${parameters.map((parameter) => input(id, parameter))}
      ${body !== undefined && html`<p class="wide"><label for="${id}-body">Body</label> <textarea id="${id}-body" data-body spellcheck="false" rows="${JSON.stringify(body, undefined, 2).split('\n').length}">${JSON.stringify(body, undefined, 2)}</textarea></p>`}
      <p class="wide"><button type="submit">Send</button></p>
    </form>
    <div class="reply" role="status"></div>
  </details>`;
}
