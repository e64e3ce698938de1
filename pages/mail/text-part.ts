import type { MailBody, MailFact, MailPart, MailParts } from './mail-body.ts';
import { mailWords } from './mail-words.ts';

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
const quotedText = (text: string): string =>
  text
    .split(lineEnd)
    .flatMap(pieces)
    .map((line) => `| ${line}`.trimEnd())
    .join('\n');

/** No value may begin a line of its own. */
const oneLine = (value: string) => value.replaceAll(/[\s\u0085]+/g, ' ');

/** A mail as plain text. */
export function textPart({ language, news, subject, person, facts, parts }: MailBody): string {
  const { named } = mailWords[language];
  const linesOf = (each: readonly MailFact[]) => each.map(({ name, value }) => named(name, oneLine(value)));
  const linkLine = ({ words, url }: MailParts['button']) => named(oneLine(words), url);

  /** The blocks of each kind of part. */
  const blocks: { [Kind in keyof MailParts]: (content: MailParts[Kind]) => string[] } = {
    facts: (content) => [linesOf(content).join('\n')],
    button: (content) => [linkLine(content)],
    links: (content) => [content.map(linkLine).join('\n')],
    paragraph: (content) => [content],
    quoted: ({ heading, author, texts, facts: others }) => {
      const theirs = [
        linesOf(author ? [author] : []).join('\n'),
        ...texts.map(({ name, value }) => `${oneLine(name)}\n${value.trimEnd()}`),
        linesOf(others).join('\n'),
      ];
      return [named(heading, '').trimEnd(), quotedText(theirs.filter((text) => text !== '').join('\n\n'))];
    },
  };
  const blocksOf = <Kind extends keyof MailParts>({ kind, content }: MailPart<Kind>) => blocks[kind](content);

  const all = [
    [named(news, oneLine(subject)), ...linesOf(facts)].join('\n'),
    person ? quotedText(linesOf([person.name, ...person.facts]).join('\n')) : '',
    ...parts.flatMap((part) => blocksOf(part)),
  ];
  return `${all.filter((block) => block !== '').join('\n\n')}\n`;
}
