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
  /** Further elements of the head. A page without them is nothing for search engines. */
  head?: Html;
  /** The style sheet, instead of that of public pages. */
  style?: string;
  main: Html;
  /** Where the posting that it shows can be reported. */
  reportUrl?: string;
  /** Whether it is a text alone, which is read in one narrow column. */
  isNarrow?: boolean;
}

/** The link to the page in the other language. */
function languageLink({ other }: Frame): Html | undefined {
  if (!other) return undefined;
  const { language, query } = other;
  return html`<nav>
    <a href="?${query}" hreflang="${language}" lang="${language}">${words[language].ownName}</a>
  </nav> `;
}

const testNote = ({ language }: Frame): Html => html`<p class="test">${words[language].test}</p> `;

/**
 * The addresses of a page for search engines: one for all languages, and one for each. What stands there in another
 * language than `original` is another page, with a `canonical` address of its own.
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

/** A whole page for people: its content in the common frame, with its style sheet inside. */
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
