import { Html, html } from '../html.ts';
import { style as publicStyle } from './style.ts';
import { languages, type Language } from '../../schemas/languages.ts';
import { footer } from './footer.ts';
import { addressIn, type Frame } from './frame.ts';
import { words } from './words.ts';

interface Layout {
  frame: Frame;
  title: string;
  /** For search engines. */
  description?: string;
  /** Further elements of the head. A page without them excludes search engines. */
  head?: Html;
  /** Replaces the style sheet of public pages. */
  style?: string;
  main: Html;
  /** URL of the report form of the posting. */
  reportUrl?: string;
  /** True for a page of running text in one narrow column. */
  isNarrow?: boolean;
}

function languageLink({ other }: Frame): Html | undefined {
  if (!other) return undefined;
  const { language, query } = other;
  return html`<nav>
    <a href="?${query}" hreflang="${language}" lang="${language}">${words[language].ownName}</a>
  </nav> `;
}

const testNote = ({ language }: Frame): Html => html`<p class="test">${words[language].test}</p> `;

/**
 * The addresses of a page for search engines: one for all languages and one for each. A translation (another language
 * than `original`) is a page with its own `canonical` address.
 */
export function pageAddresses(
  url: string,
  { canonical = url, original }: { canonical?: string; original?: Language | undefined } = {},
): Html {
  const addressOf = (language: Language) => (language === original ? url : addressIn(url, language));
  return html`<link rel="canonical" href="${canonical}" />
    <link rel="alternate" hreflang="x-default" href="${url}" />
    ${languages.map((each) => html`<link rel="alternate" hreflang="${each}" href="${addressOf(each)}" /> `)}`;
}

/** A complete public page: content, common frame and inline style sheet. */
export const publicLayout = ({
  frame,
  title,
  description,
  head,
  style = publicStyle,
  main,
  reportUrl,
  isNarrow = false,
}: Layout): string =>
  `<!doctype html>\n${
    html`<html lang="${frame.language}">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${description === undefined ? undefined : html`<meta name="description" content="${description}" /> `}
        <link rel="icon" href="data:," />
        ${(!head || frame.isTest) && html`<meta name="robots" content="noindex" /> `}${head}${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        ${languageLink(frame)}
        <main${isNarrow && html` class="narrow"`}>${frame.isTest && testNote(frame)}${main}</main>
        ${footer(frame, reportUrl)}
      </body>
    </html> `.text
  }`;
