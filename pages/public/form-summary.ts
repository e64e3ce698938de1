import { html, type Html } from '../html.ts';

/** Error summary at the top of a rejected form, with links to the fields. False without errors. */
export const formSummary = (title: string, sentences: readonly Html[]): Html | false =>
  sentences.length > 0 &&
  html`<div class="summary" role="alert" tabindex="-1" autofocus>
    <h2>${title}</h2>
    <ul>
      ${sentences.map((sentence) => html`<li>${sentence}</li> `)}
    </ul>
  </div> `;
