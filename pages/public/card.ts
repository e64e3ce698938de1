import { html, type Html } from '../html.ts';
import { words, type Language } from './words.ts';

/** The longest description of a page, in characters: search engines and cards show no more. */
const LONGEST_DESCRIPTION = 160;

/** The beginning of a text, to the end of a word. */
export const excerpt = (text: string): string =>
  text.length <= LONGEST_DESCRIPTION ? text : `${text.slice(0, LONGEST_DESCRIPTION).replace(/\s+\S*$/, '')}…`;

interface Card {
  title: string;
  description: string;
  /** The one URL of the page. */
  url: string;
}

/** What a link to the page shows in networks and messengers (Open Graph, and the Twitter card). */
export function card({ title, description, url }: Card, language: Language): Html {
  const { siteName, locale } = words[language];
  const properties = {
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:type': 'website',
    'og:site_name': siteName,
    'og:locale': locale.replace('-', '_'),
  };
  return html`<meta name="twitter:card" content="summary" />
    ${Object.entries(properties).map(([name, content]) => html`<meta property="${name}" content="${content}" /> `)}`;
}
