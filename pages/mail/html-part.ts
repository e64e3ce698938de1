import { Html, html } from '../html.ts';
import type { MailBody, MailFact } from './mail-body.ts';
import { mailWords } from './mail-words.ts';

/**
 * What elements look like. It stands in each of them, since many readers of mail know no style sheet: no background, so
 * that a dark reader shows its own, and nothing that has to be loaded.
 */
const styles = {
  mail: 'max-width:40em;margin:0 auto;padding:20px 16px;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere',
  news: 'margin:0;font-size:14px;color:#57606a',
  subject: 'margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:bold',
  paragraph: 'margin:0 0 16px',
  heading: 'margin:24px 0 12px;font-size:16px;font-weight:bold',
  mark: 'border-left:4px solid #0b5cad;padding:0 0 0 16px',
  author: 'margin:0 0 4px;font-size:20px;line-height:1.3;font-weight:bold',
  name: 'font-size:14px;color:#57606a',
  textName: 'margin:0 0 4px',
  text: 'margin:0 0 16px;white-space:pre-wrap',
  button:
    'display:inline-block;padding:10px 20px;border-radius:8px;background:#0b5cad;color:#fff;font-weight:bold;text-decoration:none',
  link: 'color:#0b5cad',
} as const;

/** For readers of mail that know style sheets, and are dark. */
const dark =
  '@media (prefers-color-scheme:dark){.quiet{color:#a5aeb8!important}a{color:#7db7ff!important}.button{background:#7db7ff!important;color:#0d1b2a!important}.mark{border-color:#7db7ff!important}}';

const quiet = (text: string) => html`<span class="quiet" style="${styles.name}">${text}</span>`;

/** The ends of lines as elements: not every reader of mail keeps those of the text. */
const withBreaks = (text: string) =>
  text.split(/\r\n|[\n\r]/).map((line, index) => html`${index > 0 && html`<br />`}${line}`);

const factLines = (facts: readonly MailFact[], named: (name: string, value: string) => string) =>
  facts.map(
    ({ name, value }, index) =>
      html`${index > 0 && html`<br />`}${quiet(named(name, ''))}<bdi>${value}</bdi>`,
  );

const quotedBlock = ({ language, quoted }: MailBody) => {
  if (!quoted) return undefined;
  const { named } = mailWords[language];
  const { heading, author, facts, texts } = quoted;
  return html`<h2 style="${styles.heading}">${named(heading, '')}</h2>
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
      <tr>
        <td class="mark" style="${styles.mark}">
          <p style="${styles.author}"><bdi>${author.value}</bdi></p>
          <p style="${styles.paragraph}">${factLines(facts, named)}</p>
          ${texts.map(
            ({ name, value }) =>
              html`<p dir="auto" style="${styles.textName}">${quiet(name)}</p>
                <div dir="auto" style="${styles.text}">${withBreaks(value.trimEnd())}</div>`,
          )}
        </td>
      </tr>
    </table>`;
};

const linkTo = ({ words, url }: MailBody['links'][number], look: 'button' | 'link') =>
  html`<a href="${url}" class="${look}" style="${styles[look]}">${words}</a>`;

const paragraphOf = (content: Html | string) => html`<p style="${styles.paragraph}">${content}</p>`;

/** A mail as HTML. */
export function htmlPart(body: MailBody): string {
  const { language, news, subject, facts, links, paragraphs } = body;
  const { named } = mailWords[language];
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
        <div style="${styles.mail}">
          <p class="quiet" style="${styles.news}">${news}</p>
          <h1 dir="auto" style="${styles.subject}">${subject}</h1>
          <p style="${styles.paragraph}">${factLines(facts, named)}</p>
          ${links.slice(0, 1).map((link) => paragraphOf(linkTo(link, 'button')))}
          ${paragraphs.map((paragraph) => paragraphOf(paragraph))}
          ${links.slice(1).map((link) => paragraphOf(linkTo(link, 'link')))} ${quotedBlock(body)}
        </div>
      </body>
    </html> `.text
  }`;
}
