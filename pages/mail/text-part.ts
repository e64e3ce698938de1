import type { MailBody, MailFact, MailPart, MailParts } from './mail-body.ts';
import { mailWords } from './mail-words.ts';
import { quotedText } from './quoted-text.ts';

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
        ...texts.flatMap(({ name, value }) => [oneLine(name), value.trimEnd()]),
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
