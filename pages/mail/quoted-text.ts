/** The longest line, in characters: no reader of mail wraps it, and none of it stands without its mark. */
const MAX_LINE_LENGTH = 72;

/** Whatever a reader of mail may show as the end of a line. */
const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** White space, and characters that only look like it. A word has none, so that no sentence passes for a word. */
const blank = /[\s\u115F\u1160\u2800\u3164\uFFA0]/;

const lengthOf = (text: string) => Array.from(text).length;

/** A line in pieces that are not too long, unless a single word is. */
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

/** A text that somebody wrote, with a mark at the beginning of every line. */
export const quotedText = (text: string): string =>
  text
    .split(lineEnd)
    .flatMap(pieces)
    .map((line) => `| ${line}`.trimEnd())
    .join('\n');
