import { Html, html } from '../html.ts';
import { style as publicStyle } from './style.ts';
import { languages, type Language } from '../../schemas/languages.ts';
import { excerpt } from './social-card.ts';
import { footer } from './footer.ts';
import { addressIn } from './formats.ts';
import { localized, type Frame } from './frame.ts';
import { words } from './words.ts';

/** Search engines show about 60 characters of a title. */
export const MAX_TITLE_LENGTH = 70;

interface Layout {
  frame: Frame;
  title: string;
  /** The description of the page for search engines. */
  description?: string;
  /** Further elements of the head. A page without them excludes search engines. */
  head?: Html;
  /** Replaces the style sheet of public pages. */
  style?: string;
  main: Html;
  /** URL that is printed at the end of the page. */
  printedUrl?: string;
  /** URL of the report form of the posting. */
  reportUrl?: string;
  /** True for one narrow column. */
  isNarrow?: boolean;
}

/** The icon, a briefcase. It is inline, because the page loads nothing from other origins. */
const icon = new Html(
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath fill='%230b5cad' d='M8 7V3h8v4h6v14H2V7zm2 0h4V5h-4z'/%3E%3C/svg%3E",
);

function languageLink({ other }: Frame): Html | undefined {
  if (!other) return undefined;
  const { language, query } = other;
  return html`<nav>
    <a href="?${query}" hreflang="${language}" lang="${language}">${words[language].ownName}</a>
  </nav> `;
}

/** The name of the site as a link to the front page, and the link to the page in the other language. */
function siteHeader(frame: Frame): Html | undefined {
  const { site } = frame;
  if (!site && !frame.other) return undefined;
  return html`<header>
    ${site && html`<a class="site" href="${localized(`${site.url}/`, frame)}">${site.operator.name}</a> `}${languageLink(frame)}
  </header> `;
}

const testNote = ({ language }: Frame): Html => html`<p class="test">${words[language].test}</p> `;

export const canonicalLink = (address: string) => html`<link rel="canonical" href="${address}" /> `;

const languageLinks = (url: string, addressOf: (language: Language) => string): Html =>
  html`<link rel="alternate" hreflang="x-default" href="${url}" />
    ${languages.map((each) => html`<link rel="alternate" hreflang="${each}" href="${addressOf(each)}" /> `)}`;

/** Links for search engines to a page in each language. The address of each language is canonical. */
export const pageAddresses = (url: string, frame: Frame): Html =>
  html`${canonicalLink(localized(url, frame))}${languageLinks(url, (each) => addressIn(url, each))}`;

/**
 * The addresses of a posting for search engines. A translation (another language than `original`) is a page with its own
 * `canonical` address. Without a translation, the posting is the same in all languages.
 */
export const postingAddresses = (
  url: string,
  { canonical, original }: { canonical: string; original: Language | undefined },
): Html =>
  html`${canonicalLink(canonical)}${
    original !== undefined &&
    languageLinks(url, (language) => (language === original ? url : addressIn(url, language)))
  }`;

/** A complete public page: content, common frame and inline style sheet. */
export const publicLayout = ({
  frame,
  title,
  description,
  head,
  style = publicStyle,
  main,
  reportUrl,
  printedUrl,
  isNarrow = false,
}: Layout): string =>
  `<!doctype html>\n${
    html`<html lang="${frame.language}">
      <head>
        <meta charset="utf-8" />
        <title>${excerpt(title, MAX_TITLE_LENGTH)}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${description === undefined ? undefined : html`<meta name="description" content="${description}" /> `}
        <link rel="icon" href="${icon}" />
        ${(!head || frame.isTest) && html`<meta name="robots" content="noindex" /> `}${head}${new Html(`<style>${style}</style>`)}${frame.ownStyle !== undefined && new Html(`<style>${frame.ownStyle}</style>`)}
      </head>
      <body>
        ${siteHeader(frame)}
        <main${printedUrl !== undefined && html` data-url="${printedUrl}"`}${isNarrow && html` class="narrow"`}>${frame.isTest && testNote(frame)}${main}</main>
        ${footer(frame, reportUrl)}
      </body>
    </html> `.text
  }`;

export const logoImage = ({ logo }: Pick<Frame, 'logo'>): Html | undefined =>
  logo === undefined ? undefined : html`<img class="logo" src="${logo}" alt="" /> `;

/** A page of running text below its title, in one narrow column. */
export const textPage = (frame: Frame, title: string, content: Html, head?: Html): string =>
  publicLayout({
    frame,
    isNarrow: true,
    title,
    ...(head && { head }),
    main: html`${logoImage(frame)}
      <h1>${title}</h1>
      ${content}`,
  });
