const marks = /\p{M}/gu;

/** The Greek letter sigma, whose lower case depends on the next letter. */
const oneSigma = (text: string) => text.replaceAll('ς', 'σ');

/**
 * Removes only case and accents: `Montréal` -> `montreal`, `Straße` -> `strasse` (interface 3.6).
 * Upper case and back is Unicode's full case folding, for which ẞ has to be in lower case first.
 */
export const foldAccents = (text: string): string =>
  oneSigma(text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase().replace(marks, ''));

/** Folds a text as version 1.1 does, without full case folding: `Straße` -> `straße`. */
const foldSimply = (text: string): string =>
  oneSigma(text.normalize('NFKD').replace(marks, '').toLowerCase());

/** The forms of a text that a stored search text may contain, including that of an earlier version. */
export const storedFoldings = (text: string): string[] => [...new Set([foldAccents(text), foldSimply(text)])];
