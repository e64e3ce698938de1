const marks = /\p{M}/gu;
const ascii = /^[\0-\x7F]*$/;

/** The Greek letter sigma, whose lower case depends on the next letter. */
const oneSigma = (text: string) => text.replaceAll('ς', 'σ');

/**
 * Removes only case and accents: `Montréal` -> `montreal`, `Straße` -> `strasse` (guide: paging 2 to 8).
 * Upper case and back is Unicode's full case folding, for which ẞ has to be in lower case first.
 */
export const foldAccents = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : oneSigma(text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase().replace(marks, ''));

/** Every apostrophe that keyboards produce, and the glottal stop that is often written as one. */
const apostrophes = /['’‘‛ʼʻʹ′`＇ʔ]/gu;

/** Letters that Unicode does not decompose into a base letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ø: 'o', ł: 'l' };

/**
 * Folds a text as searches compare it: as `foldAccents`, with the letters and the apostrophe of an English keyboard. A
 * text that is folded already, also as former versions stored it, may be folded again.
 */
export const foldSearched = (text: string): string =>
  foldAccents(text)
    .replace(apostrophes, "'")
    .replace(/[œæøł]/gu, (letter) => plainLetters[letter] ?? letter);
