import type { Language } from '../../schemas/languages.ts';
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

/** Name of a hidden field that only bots fill in. */
export const HONEYPOT_FIELD = 'subject';

const labels: Record<Language, string> = { en: 'Leave this field empty', fr: 'Laissez ce champ vide' };

export const honeypotField = (language: Language): Html =>
  html`<div hidden>
    <label>${labels[language]} <input name="${HONEYPOT_FIELD}" autocomplete="off" tabindex="-1" /></label>
  </div>`;
