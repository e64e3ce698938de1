import { html, type Html } from '../html.ts';
import type { Language } from '../../schemas/languages.ts';
import { words } from './words.ts';

/** The longest description of a page, in characters: search engines and cards show no more. */
const MAX_DESCRIPTION_LENGTH = 160;

/** The beginning of a text, to the end of a word where it has spaces. */
export function excerpt(text: string): string {
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text;
  const end = text.lastIndexOf(' ', MAX_DESCRIPTION_LENGTH - 1);
  const beginning = text.slice(0, end > 0 ? end : MAX_DESCRIPTION_LENGTH - 1);
  // Half of a character cannot be written.
  return `${beginning.replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The picture of an employer, by an absolute URL, with its name. */
interface Logo {
  url: string;
  employer: string;
}

interface Card {
  title: string;
  description: string;
  /** The one URL of the page. */
  url: string;
  /** Undefined where there is none, or where nobody may know whose it is. */
  logo?: Logo | undefined;
}

/** What a link to the page shows in networks and messengers (Open Graph, and the Twitter card). */
export function card({ title, description, url, logo }: Card, language: Language): Html {
  const { siteName, locale } = words[language];
  const properties = {
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:type': 'website',
    'og:site_name': siteName,
    'og:locale': locale.replace('-', '_'),
    ...(logo && { 'og:image': logo.url, 'og:image:alt': logo.employer }),
  };
  return html`<meta name="twitter:card" content="summary" />
    ${Object.entries(properties).map(([name, content]) => html`<meta property="${name}" content="${content}" /> `)}`;
}
