import { POSTING_SEARCH_MAX } from '../../schemas/posting-search.ts';
import { html, type Html } from '../html.ts';

/** The field for the words of a search; `attributes` refer to its error message. */
export const searchField = (label: string, value = '', attributes: Html | false = false): Html =>
  html`<div class="field">
    <label for="q">${label}</label>
    <input
      type="search"
      id="q"
      name="q"
      maxlength="${POSTING_SEARCH_MAX}"
      enterkeyhint="search"
      value="${value}"
      dir="auto"
      ${attributes}
    />
  </div> `;
