import type { MailBody, MailFact } from './mail-body.ts';
import { mailWords } from './mail-words.ts';
import { quotedText } from './quoted-text.ts';

/** No value may begin a line of its own. */
const oneLine = (value: string) => value.replaceAll(/\s+/g, ' ');

/** A mail as plain text. */
export function textPart({ language, news, subject, facts, links, paragraphs, quoted }: MailBody): string {
  const { named } = mailWords[language];
  const lineOf = ({ name, value }: MailFact) => named(name, oneLine(value));
  const linkLines = links.map(({ words, url }) => named(oneLine(words), url));
  const own = [
    [named(news, oneLine(subject)), ...facts.map(lineOf)],
    linkLines.slice(0, 1),
    ...paragraphs.map((paragraph) => [paragraph]),
    linkLines.slice(1),
  ];
  const theirs = quoted && [
    [quoted.author, ...quoted.facts].map(lineOf).join('\n'),
    ...quoted.texts.flatMap(({ name, value }) => [oneLine(name), value.trimEnd()]),
  ];
  const blocks = [
    ...own.filter((lines) => lines.length > 0).map((lines) => lines.join('\n')),
    ...(quoted && theirs ? [named(quoted.heading, '').trimEnd(), quotedText(theirs.join('\n\n'))] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}
