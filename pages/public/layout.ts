import { Html, html } from '../html.ts';
import { style } from './style.ts';
import type { Language } from './words.ts';

interface Layout {
  language: Language;
  title: string;
  /** For search engines. */
  description?: string;
  /** Further elements of the head. */
  head?: Html;
  main: Html;
}

const styleElement = new Html(`<style>${style}</style>`);

/** A whole public page: its content in the common frame. */
export const publicLayout = ({ language, title, description, head, main }: Layout): string =>
  `<!doctype html>\n${
    html`<html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${description === undefined ? undefined : html`<meta name="description" content="${description}" /> `}
        <link rel="icon" href="data:," />
        ${head}${styleElement}
      </head>
      <body>
        <main>${main}</main>
      </body>
    </html> `.text
  }`;
