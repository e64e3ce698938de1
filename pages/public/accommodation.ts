import type { Language } from '../../schemas/languages.ts';
import { html, type Html } from '../html.ts';
import { typedAttributes } from './typed-text.ts';

const headings: Record<Language, string> = { en: 'Accommodation', fr: 'Mesures d’adaptation' };

/** How candidates ask for adjustments, in the employer's own words; nothing where it says nothing. */
export const accommodationOf = (text: string | undefined, language: Language): Html | false =>
  text !== undefined &&
  html`<div class="accommodation">
    <h2>${headings[language]}</h2>
    <p ${typedAttributes(text)}>${text}</p>
  </div> `;
