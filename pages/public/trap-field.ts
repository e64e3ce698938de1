import type { Language } from '../../schemas/languages.ts';
import { html, type Html } from '../html.ts';

/** The field that no person sees; programs that fill in every field give themselves away. */
export const TRAP_FIELD = 'subject';

const labels: Record<Language, string> = { en: 'Leave this field empty', fr: 'Laissez ce champ vide' };

/** That field of a form. */
export const trapField = (language: Language): Html =>
  html`<div hidden>
    <label>${labels[language]} <input name="${TRAP_FIELD}" autocomplete="off" tabindex="-1" /></label>
  </div>`;
