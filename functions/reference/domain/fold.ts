import { foldAccents } from '../../platform/text.ts';

/** Every apostrophe that keyboards produce, and the glottal stop that is often written as one. */
const apostrophes = /['’‘‛ʼʻʹ′`´＇ʔ]/gu;

/** Letters that Unicode does not decompose into a base letter and a mark. */
const plainLetters = new Map([
  ['œ', 'oe'],
  ['æ', 'ae'],
  ['ø', 'o'],
  ['ł', 'l'],
]);

const abbreviations = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
]);

// Only as the first word: elsewhere they may not mean Mount and Fort.
const leadingAbbreviations = new Map([
  ['mt', 'mount'],
  ['ft', 'fort'],
]);

/** A name of one word is not changed: `St` alone does not mean Saint. */
const spelledOut = (word: string, index: number, words: readonly string[]): string => {
  if (words.length < 2) return word;
  return abbreviations.get(word) ?? (index === 0 ? leadingAbbreviations.get(word) : undefined) ?? word;
};

/**
 * The words of a name in a uniform spelling, separated by single spaces: `Ste-Thérèse` -> `sainte therese`, `St. John's` -> `saint johns`.
 * A text without a letter or digit gives an empty string.
 */
export const foldWords = (name: string): string =>
  foldAccents(name.replace(apostrophes, ''))
    .replace(/[œæøł]/gu, (letter) => plainLetters.get(letter) ?? letter)
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
