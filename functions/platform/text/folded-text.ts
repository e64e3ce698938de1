const marks = /\p{M}/gu;

/** The lower case of sigma depends on the next letter. */
const oneSigma = (text: string) => text.replaceAll('ς', 'σ');

/**
 * Removes case and accents, and changes nothing else: `Montréal` -> `montreal`, `Straße` -> `strasse` (interface 3.6).
 * Upper case and back is Unicode's full case folding, for which ẞ has to be in lower case first.
 */
export const foldAccents = (text: string): string =>
  oneSigma(text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase().replace(marks, ''));

/** Folds like version 1.1, without full case folding: `Straße` -> `straße`. */
const foldSimply = (text: string): string =>
  oneSigma(text.normalize('NFKD').replace(marks, '').toLowerCase());

/** The forms of a text that a stored search text may contain, including that of an earlier version. */
export const storedFoldings = (text: string): string[] => [...new Set([foldAccents(text), foldSimply(text)])];
