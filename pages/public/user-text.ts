import type { Language } from '../../schemas/languages.ts';
import { html, type Html } from '../html.ts';

/** A noncharacter: no text contains it. */
const PLACEHOLDER = '\uFFFF';

const letters = /\p{L}/gu;
const latinLetters = /\p{Script=Latin}/gu;

const countMatches = (pattern: RegExp, text: string) => text.match(pattern)?.length ?? 0;

/** True if most letters are not Latin, so that the text is in no language of the pages. */
const isInAnotherScript = (text: string) =>
  countMatches(letters, text) > 2 * countMatches(latinLetters, text);

/** The `lang` attribute of a text. Empty, which HTML reads as unknown, for a text in another script. */
function languageAttribute(text: string, language?: Language): Html | false {
  const value = isInAnotherScript(text) ? '' : language;
  return value !== undefined && html` lang="${value}"`;
}

/** Attributes of an element with user text: its own direction and language. */
export const userTextAttributes = (text: string, language?: Language): Html =>
  html`dir="auto"${languageAttribute(text, language)}`;

/** User text inside a sentence of the page, with its own direction and language. */
export const bdi = (text: string, language?: Language): Html =>
  html`<bdi${languageAttribute(text, language)}>${text}</bdi>`;

/** A sentence of the page with user text inserted. */
export function withUserText(words: (text: string) => string, text: string, language?: Language): Html {
  const [before = '', after = ''] = words(PLACEHOLDER).split(PLACEHOLDER);
  return html`${before}${bdi(text, language)}${after}`;
}
