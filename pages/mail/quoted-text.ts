/** The maximum length of a line in characters: mail programs do not wrap it, so that each line keeps its mark. */
const MAX_LINE_LENGTH = 72;

/** Every line end that a mail program may show. */
const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** White space, and characters that only look like it. A word contains none, so that no sentence passes for a word. */
const blank = /[\s\u115F\u1160\u2800\u3164\uFFA0]/;

const lengthOf = (text: string) => Array.from(text).length;

/** Splits a line into pieces of this length, unless a single word is longer. */
function pieces(line: string): string[] {
  if (lengthOf(line) <= MAX_LINE_LENGTH) return [line];
  const wrapped: string[] = [];
  let piece: string | undefined;
  for (const word of line.split(blank)) {
    const longer: string = piece === undefined ? word : `${piece} ${word}`;
    if (piece === undefined || lengthOf(longer) <= MAX_LINE_LENGTH) {
      piece = longer;
    } else {
      wrapped.push(piece);
      piece = word;
    }
  }
  return piece === undefined ? wrapped : [...wrapped, piece];
}

/** Quoted text, with a mark at the beginning of every line. */
export const quotedText = (text: string): string =>
  text
    .split(lineEnd)
    .flatMap(pieces)
    .map((line) => `| ${line}`.trimEnd())
    .join('\n');
