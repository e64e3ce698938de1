import type { Language } from '../../schemas/languages.ts';
import { html, type Html } from '../html.ts';

/** A character that no text has. */
const PLACE = '\uFFFF';

const letters = /\p{L}/gu;
const latinLetters = /\p{Script=Latin}/gu;

const countOf = (found: RegExp, text: string) => text.match(found)?.length ?? 0;

/** Whether a text is in none of the languages of the pages, as most of its letters are those of another script. */
const isInAnotherScript = (text: string) => countOf(letters, text) > 2 * countOf(latinLetters, text);

/**
 * The attributes of an element around a text that somebody typed: its direction is its own. So is its language, which is
 * `language`, or that of the page, unless the letters tell otherwise; then it is unknown, which HTML writes as none.
 */
export function typedAttributes(text: string, language?: Language): Html {
  const known = isInAnotherScript(text) ? '' : language;
  return html`dir="auto"${known !== undefined && html` lang="${known}"`}`;
}

/** A text that somebody typed, amid others. */
export const bdi = (text: string): Html =>
  html`<bdi${isInAnotherScript(text) && html` lang=""`}>${text}</bdi>`;

/** Words of ours around a text that somebody typed. */
export function around(words: (text: string) => string, text: string): Html {
  const [before = '', after = ''] = words(PLACE).split(PLACE);
  return html`${before}${bdi(text)}${after}`;
}
