const marks = /\p{M}/gu;

/** Lower case has two forms of sigma, which depend on the next letter. */
const oneSigma = (text: string) => text.replaceAll('ς', 'σ');

/**
 * Removes case and accents, and changes nothing else: `Montréal` -> `montreal`, `Straße` -> `strasse` (interface 3.6).
 * Upper case and back is Unicode's full case folding, for which ẞ has to be in lower case first.
 */
export const foldAccents = (text: string): string =>
  oneSigma(text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase().replace(marks, ''));

/** Folds as version 1.1 did, without full case folding: `Straße` -> `straße`. */
const foldSimply = (text: string): string =>
  oneSigma(text.normalize('NFKD').replace(marks, '').toLowerCase());

/** The forms in which a text can be part of a stored search text, which an earlier version may have written. */
export const storedFoldings = (text: string): string[] => [...new Set([foldAccents(text), foldSimply(text)])];
