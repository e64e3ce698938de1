import type { Language } from '../../schemas/languages.ts';
import { html, type Html } from '../html.ts';

/** Name of a hidden field that only bots fill in. */
export const HONEYPOT_FIELD = 'subject';

const labels: Record<Language, string> = { en: 'Leave this field empty', fr: 'Laissez ce champ vide' };

export const honeypotField = (language: Language): Html =>
  html`<div hidden>
    <label>${labels[language]} <input name="${HONEYPOT_FIELD}" autocomplete="off" tabindex="-1" /></label>
  </div>`;
