import type { OpenApiDocument } from '../schemas/openapi/document.ts';
import { problemsOf } from '../schemas/openapi/problems-of.ts';
import { problemExample, problemGuide } from '../schemas/problem-guide.ts';
import { problems, type ProblemCode } from '../schemas/problems.ts';
import { jsonBlock } from './code.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { inline } from './markdown.ts';
import { methodBadge, listOperations } from './operation-section.ts';
import { operationAddress } from './reference-group.ts';
import type { OperationId } from '../schemas/operations.ts';

/** The documentation page of a problem: meaning, fix and example. */
export function problemDocument(document: OpenApiDocument, code: ProblemCode): string {
  const { status, title } = problems[code];
  const { meaning, fix, violations } = problemGuide[code];
  const answeredBy = listOperations(document).filter(({ operation }) =>
    problemsOf(operation.operationId as OperationId).includes(code),
  );
  return layout({
    title: `${title} · ${document.info.title}`,
    description: meaning,
    root: '../',
    main: html`<p class="route"><strong class="status">${status}</strong> <code>${code}</code></p>
      <h1>${title}</h1>
      <p class="lead">${inline(meaning)}</p>
      <h2>How to fix it</h2>
      <ul>
        ${fix.map((step) => html`<li>${inline(step)}</li>`)}
      </ul>
      <h2>Example</h2>
      ${jsonBlock(problemExample(code))}
      ${
        violations &&
        html`<h2>Codes in <code>errors</code></h2>
          <dl class="fields">
            ${Object.entries(violations).map(
              ([each, sentence]) =>
                html`<div id="${each}">
                  <dt><code>${each}</code></dt>
                  <dd>${inline(sentence)}</dd>
                </div>`,
            )}
          </dl>`
      }
      ${
        answeredBy.length > 0 &&
        html`<h2>Operations that return it</h2>
          <ul class="plain">
            ${answeredBy.map(({ method, operation }) => html`<li><a href="../${operationAddress(operation)}">${methodBadge(method)} ${operation.summary}</a></li>`)}
          </ul>`
      }
      <p><a class="problem" href="../docs#problems">All errors</a></p>`,
  });
}
