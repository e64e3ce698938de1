import { foldAccents } from '../folded-text.ts';

/** In every shape that keyboards give them, and the glottal stop that they often stand for. */
const apostrophes = /['’‘‛ʼʻʹ′`´＇ʔ]/gu;

/** Letters that Unicode does not take apart into a base letter and a mark. */
const plainLetters = new Map([
  ['œ', 'oe'],
  ['æ', 'ae'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['ı', 'i'],
]);

const abbreviations = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
]);

// Only as the first word: elsewhere they are not known to stand for Mount and Fort.
const leadingAbbreviations = new Map([
  ['mt', 'mount'],
  ['ft', 'fort'],
]);

/** A name of one word is left alone: `St` by itself is no saint. */
const spelledOut = (word: string, index: number, words: readonly string[]): string => {
  if (words.length < 2) return word;
  return abbreviations.get(word) ?? (index === 0 ? leadingAbbreviations.get(word) : undefined) ?? word;
};

/**
 * The words of a name, in one spelling and one space apart: `Ste-Thérèse` -> `sainte therese`, `St. John's` -> `saint johns`.
 * A text without a letter or digit gives an empty string.
 */
export const foldWords = (name: string): string =>
  foldAccents(name.replace(apostrophes, ''))
    .replace(/[œæøłı]/gu, (letter) => plainLetters.get(letter) ?? letter)
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map(spelledOut)
    .join(' ');

/**
 * The key of a place: `Trois-Rivières` and `trois rivieres` -> `troisrivieres` (reference data, ATTRIBUTION.md, 'Folding').
 * It is stored in places.tsv and with every registered place, so a change here needs a migration.
 */
export const foldName = (name: string): string => foldWords(name).replaceAll(' ', '');
