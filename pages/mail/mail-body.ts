import type { Language } from '../../schemas/languages.ts';
import { Html, html } from '../html.ts';
import { mailWords } from './mail-words.ts';

/** The minimum and maximum number of digits in a telephone number with its area code (E.164). */
const [MIN_DIGITS, MAX_DIGITS] = [7, 15];

/** The mailto URL of an e-mail address, which cannot name a subject or another recipient. */
export const mailtoUrl = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `mailto:${encodeURIComponent(email.slice(0, at))}@${encodeURIComponent(email.slice(at + 1))}`;
};

/** The tel URL of the digits before the first letter, as in `604 555 0199, ext. 7`; undefined for a wrong length. */
export function telUrl(telephone: string): string | undefined {
  const [, plus, number = ''] = /^\s*(\+?)([^\p{L}+*#]*)/u.exec(telephone) ?? [];
  const digits = number.replaceAll(/\D/g, '');
  return digits.length < MIN_DIGITS || digits.length > MAX_DIGITS ? undefined : `tel:${plus}${digits}`;
}

/** A value with its name, and its link. */
interface MailFact {
  name: string;
  value: string;
  url?: string | undefined;
}

interface MailLink {
  words: string;
  url: string;
}

/** Text by a person, marked so that no line looks like the service's own text. */
interface Quoted {
  /** The heading above the quoted text, in the service's words. */
  heading: string;
  /** The author of the quoted text, unless the mail already names the author. */
  author?: MailFact;
  /** Texts of several lines, each below its name. */
  texts: readonly MailFact[];
  facts: readonly MailFact[];
}

/** The kinds of mail parts, which may be in any order. The button links to the most frequent next step. */
interface MailParts {
  facts: readonly MailFact[];
  button: MailLink;
  links: readonly MailLink[];
  paragraph: string;
  quoted: Quoted;
}

type MailPart<Kinds extends keyof MailParts = keyof MailParts> = {
  [Kind in Kinds]: { kind: Kind; content: MailParts[Kind] };
}[Kinds];

/** The content of a mail. The text and the HTML are both created from it, so that they are equal. */
export interface MailBody {
  language: Language;
  /** What the mail reports, in the service's words. */
  news: string;
  /** The title of what the mail is about, such as a job title, as typed by a user. */
  subject: string;
  /** The person that the mail is about. Comes first, and is marked as typed text like quoted text. */
  person?: { name: MailFact; facts: readonly MailFact[] };
  /** Facts about the job, application or report that the mail is about. */
  facts: readonly MailFact[];
  parts: readonly MailPart[];
}

export const part = <Kind extends keyof MailParts>(kind: Kind, content: MailParts[Kind]) =>
  ({ kind, content }) as MailPart;

/** The button that links to a URL, if there is one. */
export const buttonTo = (words: string, url: string | null | undefined): MailPart[] =>
  typeof url === 'string' ? [part('button', { words, url })] : [];

/** Inline styles, because many mail programs ignore style sheets. No backgrounds, because of dark themes. */
const styles = {
  mail: 'max-width:40em;margin:0 auto;padding:20px 16px;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere',
  news: 'margin:0;font-size:14px;color:#57606a',
  subject: 'margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:bold',
  paragraph: 'margin:0 0 16px',
  heading: 'margin:24px 0 12px;font-size:16px;font-weight:bold',
  marked: 'margin:8px 0 24px',
  mark: 'border-left:4px solid #0b5cad;padding:0 0 0 16px',
  person: 'margin:0 0 4px;font-size:24px;line-height:1.25;font-weight:bold',
  facts: 'margin:0',
  author: 'margin:0 0 4px;font-size:20px;line-height:1.3;font-weight:bold',
  name: 'font-size:14px;color:#57606a',
  textName: 'margin:0 0 4px',
  text: 'margin:0 0 16px;white-space:pre-wrap',
  button:
    'display:inline-block;padding:10px 20px;border-radius:8px;background:#0b5cad;color:#fff;font-weight:bold;text-decoration:none',
  link: 'color:#0b5cad',
} as const;

/** The style sheet for mail programs that support style sheets and have a dark theme. */
const dark =
  '@media (prefers-color-scheme:dark){.quiet{color:#a5aeb8!important}a{color:#7db7ff!important}.button{background:#7db7ff!important;color:#0d1b2a!important}.mark{border-color:#7db7ff!important}}';

const quiet = (text: string) => html`<span class="quiet" style="${styles.name}">${text}</span>`;

/** Converts line ends to elements, because some mail programs ignore line ends in the text. */
const withBreaks = (text: string) =>
  text.split(/\r\n|[\n\r]/).map((line, index) => html`${index > 0 && html`<br />`}${line}`);

const anchor = ({ words, url }: { words: Html | string; url: string }, look: 'button' | 'link') =>
  html`<a href="${url}" class="${look}" style="${styles[look]}">${words}</a>`;

const paragraphOf = (content: Html | readonly Html[] | string) =>
  html`<p style="${styles.paragraph}">${content}</p>`;

/** Quoted text, with a mark at its side. */
const marked = (content: readonly (Html | false)[]) =>
  html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="${styles.marked}"
  >
    <tr>
      <td class="mark" style="${styles.mark}">${content}</td>
    </tr>
  </table>`;

/** Formats a mail as HTML. */
export function htmlPart({ language, news, subject, person, facts, parts }: MailBody): string {
  const { named } = mailWords[language];

  const factLines = (each: readonly MailFact[]) =>
    each.map(({ name, value, url }, index) => {
      const valueHtml = html`<bdi>${value}</bdi>`;
      return html`${index > 0 && html`<br />`}${quiet(named(name, ''))}${
        url === undefined ? valueHtml : anchor({ words: valueHtml, url }, 'link')
      }`;
    });

  const factsOf = (each: readonly MailFact[]) => each.length > 0 && paragraphOf(factLines(each));

  const kinds: { [Kind in keyof MailParts]: (content: MailParts[Kind]) => Html | false | readonly Html[] } = {
    facts: factsOf,
    button: (link) => paragraphOf(anchor(link, 'button')),
    links: (links) => links.map((link) => paragraphOf(anchor(link, 'link'))),
    paragraph: paragraphOf,
    quoted: ({ heading, author, texts, facts: others }) =>
      html`<h2 style="${styles.heading}">${named(heading, '')}</h2>
        ${marked([
          author !== undefined && html`<p style="${styles.author}"><bdi>${author.value}</bdi></p>`,
          ...texts.map(
            ({ name, value }) =>
              html`<p dir="auto" style="${styles.textName}">${quiet(name)}</p>
                <div dir="auto" style="${styles.text}">${withBreaks(value.trimEnd())}</div>`,
          ),
          factsOf(others),
        ])}`,
  };
  const partOf = <Kind extends keyof MailParts>({ kind, content }: MailPart<Kind>) => kinds[kind](content);

  const heading = person
    ? html`<p class="quiet" style="${styles.news}">${named(news, '')}<bdi>${subject}</bdi></p>
        ${marked([
          html`<h1 style="${styles.person}"><bdi>${person.name.value}</bdi></h1>`,
          html`<p style="${styles.facts}">${factLines(person.facts)}</p>`,
        ])}`
    : html`<p class="quiet" style="${styles.news}">${news}</p>
        <h1 dir="auto" style="${styles.subject}">${subject}</h1>`;
  return `<!doctype html>\n${
    html`<html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${named(news, subject)}</title>
        ${new Html(`<style>:root{color-scheme:light dark}${dark}</style>`)}
      </head>
      <body>
        <div style="${styles.mail}">${heading} ${factsOf(facts)} ${parts.map((each) => partOf(each))}</div>
      </body>
    </html> `.text
  }`;
}

/** The maximum line length in characters: mail programs do not wrap such lines, which would lose the mark. */
const MAX_LINE_LENGTH = 72;

/** Every line end that a mail program may show. */
const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** White space and lookalikes. Lines break at all of them, so that no text without real spaces counts as one word. */
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

/** Converts white space to spaces, so that the value stays on one line. */
const oneLine = (value: string) => value.replaceAll(/[\s\u0085]+/g, ' ');

/** Formats a mail as plain text. */
export function textPart({ language, news, subject, person, facts, parts }: MailBody): string {
  const { named } = mailWords[language];
  const linesOf = (each: readonly MailFact[]) => each.map(({ name, value }) => named(name, oneLine(value)));
  const linkLine = ({ words, url }: MailParts['button']) => named(oneLine(words), url);

  /** The text blocks of each kind of part. */
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
    ...parts.flatMap((each) => blocksOf(each)),
  ];
  return `${all.filter((block) => block !== '').join('\n\n')}\n`;
}
