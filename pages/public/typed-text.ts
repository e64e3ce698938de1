import type { Language } from '../../schemas/languages.ts';
import { html, type Html } from '../html.ts';

/** A character that no text has. */
const PLACE = '\uFFFF';

const letters = /\p{L}/gu;
const latinLetters = /\p{Script=Latin}/gu;

const countOf = (found: RegExp, text: string) => text.match(found)?.length ?? 0;

/** Whether a text is in none of the languages of the pages, as most of its letters are those of another script. */
const isInAnotherScript = (text: string) => countOf(letters, text) > 2 * countOf(latinLetters, text);

/** The language of a text is `language`, or that of the page, unless its letters tell otherwise; then it is unknown, which HTML writes as none. */
function languageAttribute(text: string, language?: Language): Html | false {
  const known = isInAnotherScript(text) ? '' : language;
  return known !== undefined && html` lang="${known}"`;
}

/** The attributes of an element around a text that somebody typed: direction and language are its own. */
export const typedAttributes = (text: string, language?: Language): Html =>
  html`dir="auto"${languageAttribute(text, language)}`;

/** A text that somebody typed, amid others. */
export const bdi = (text: string, language?: Language): Html =>
  html`<bdi${languageAttribute(text, language)}>${text}</bdi>`;

/** Words of ours around a text that somebody typed. */
export function around(words: (text: string) => string, text: string, language?: Language): Html {
  const [before = '', after = ''] = words(PLACE).split(PLACE);
  return html`${before}${bdi(text, language)}${after}`;
}
