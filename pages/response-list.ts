import {
  responsesIn,
  type OpenApiDocument,
  type OperationObject,
  type Response,
} from '../schemas/openapi/document.ts';
import { meantBy, ownProblemsOf } from '../schemas/openapi/problems-of.ts';
import { ownStatusesOf } from '../schemas/openapi/responses.ts';
import { operations, type OperationId } from '../schemas/operations.ts';
import { problems, problemType, type ProblemCode } from '../schemas/problems.ts';
import { referencedSchemaNames } from './fields.ts';
import { html, type Html } from './html.ts';
import { ROOT_PLACEHOLDER } from './root-mark.ts';

/** The anchor of a response header. */
export const headerAnchor = (name: string): string => `header-${name}`;

const line = (status: string | number, text: Html): Html =>
  html`<div>
    <dt><strong class="status">${status}</strong></dt>
    <dd>${text}</dd>
  </div>`;

function successLine(
  document: OpenApiDocument,
  status: number,
  { description, headers = {}, content }: Response,
): Html {
  const [{ schema } = {}] = Object.values(content ?? {});
  const names = schema ? referencedSchemaNames(document, schema) : [];
  return line(
    status,
    html`${description}${names.length > 0 && html` The body is a ${names.map((name, index) => html`${index > 0 && ' or a '}<a href="#${name}">${name}</a>`)}.`}
      <div class="rules">
        ${Object.keys(headers).map((name) => html`<a class="problem" href="#${headerAnchor(name)}"><code>${name}</code></a> `)}
      </div>`,
  );
}

const problemLine = (status: number, codes: ProblemCode[]): Html =>
  line(
    status,
    html`${codes.map((code) => html`<a class="problem" href="${ROOT_PLACEHOLDER}${problemType(code).slice(1)}"><code>${code}</code></a> `)}`,
  );

const operationLink = (id: OperationId): Html =>
  html`<a href="#${id}">${operations[id].method} ${operations[id].path}</a>`;

/** A note on a POST that accepts a method override: links to the operations that the override can select. */
const methodOverrideNote = (ids: OperationId[]): Html =>
  html`<p>
    With <code>X-HTTP-Method-Override</code>, the responses are those of
    ${ids.map((id, index) => html`${index > 0 && ' or '}${operationLink(id)}`)}.
  </p>`;

/** The responses of an operation by status, with links to the operations of its method overrides. */
export function responseList(document: OpenApiDocument, operation: OperationObject): Html {
  const id = operation.operationId as OperationId;
  const responses = responsesIn(document, operation);
  const meant = meantBy(id);
  const refusals = Map.groupBy(ownProblemsOf(id), (code) => problems[code].status);
  const lines = [
    ...ownStatusesOf(id).map((status): [number, Html] => [
      status,
      successLine(document, status, responses[status] ?? { description: '' }),
    ]),
    ...[...refusals].map(([status, codes]): [number, Html] => [status, problemLine(status, codes)]),
  ];
  return html`<h4>Responses</h4>
    <dl class="fields answers">${lines.toSorted(([a], [b]) => a - b).map(([, each]) => each)}</dl>
    ${meant.length > 0 && methodOverrideNote(meant)}`;
}
