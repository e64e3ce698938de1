import { Html, html } from '../html.ts';
import type { MailBody, MailFact, MailPart, MailParts } from './mail-body.ts';
import { mailWords } from './mail-words.ts';

/**
 * Inline styles, since many mail programs ignore style sheets: no background, so that a dark theme shows its own, and
 * no resource to load.
 */
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

/** For mail programs with style sheets and a dark theme. */
const dark =
  '@media (prefers-color-scheme:dark){.quiet{color:#a5aeb8!important}a{color:#7db7ff!important}.button{background:#7db7ff!important;color:#0d1b2a!important}.mark{border-color:#7db7ff!important}}';

const quiet = (text: string) => html`<span class="quiet" style="${styles.name}">${text}</span>`;

/** Line ends as elements: some mail programs do not keep those of the text. */
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

/** A mail as HTML. */
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
        <div style="${styles.mail}">${heading} ${factsOf(facts)} ${parts.map((part) => partOf(part))}</div>
      </body>
    </html> `.text
  }`;
}
