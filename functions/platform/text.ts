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

/**
 * A visible character. The others are white space, control characters and those that Unicode allows a display to
 * ignore. The Braille blank and the interlinear annotation marks are invisible too, though Unicode does not list them.
 */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/u;

/** Whether a text has no visible characters. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** Control characters other than tabs and line breaks. */
export const unreadable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** Characters that reverse the text after them. */
export const directionOverride = /[\u202D\u202E]/;

const directionControl = /[\u202A-\u202E\u2066-\u2069]/g;

/** The characters that start a run of text with its own direction, each with the character that ends it. */
const endOfRun = new Map([
  ['\u202A', '\u202C'],
  ['\u202B', '\u202C'],
  ['\u2066', '\u2069'],
  ['\u2067', '\u2069'],
  ['\u2068', '\u2069'],
]);

/**
 * Whether a text does not affect the direction of the text after it: it has no overrides, and ends every run that it
 * starts. Hebrew and Arabic need none of these characters, and may contain the simple direction marks.
 */
export function keepsDirection(text: string): boolean {
  const open: string[] = [];
  for (const [control] of text.matchAll(directionControl)) {
    const end = endOfRun.get(control);
    if (end) open.push(end);
    else if (open.pop() !== control) return false;
  }
  return open.length === 0;
}
