import { html, type Html } from '../html.ts';

/** What is wrong with a form that comes back, at its top: sentences, and links to the fields. Nothing where nothing is wrong. */
export const formSummary = (title: string, sentences: readonly Html[]): Html | false =>
  sentences.length > 0 &&
  html`<div class="summary" role="alert" tabindex="-1" autofocus>
    <h2>${title}</h2>
    <ul>
      ${sentences.map((sentence) => html`<li>${sentence}</li> `)}
    </ul>
  </div> `;
