import { Html, html } from '../html.ts';
import { style as publicStyle } from './style.ts';
import type { Language } from './words.ts';

interface Layout {
  language: Language;
  title: string;
  /** For search engines. */
  description?: string;
  /** Further elements of the head. */
  head?: Html;
  /** The style sheet, instead of that of public pages. */
  style?: string;
  main: Html;
}

/** A whole page for people: its content in the common frame, with its style sheet inside. */
export const publicLayout = ({
  language,
  title,
  description,
  head,
  style = publicStyle,
  main,
}: Layout): string =>
  `<!doctype html>\n${
    html`<html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${description === undefined ? undefined : html`<meta name="description" content="${description}" /> `}
        <link rel="icon" href="data:," />
        ${head}${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <main>${main}</main>
      </body>
    </html> `.text
  }`;
