import { html, type Html } from '../html.ts';
import type { Frame } from './frame.ts';
import { words } from './words.ts';

/** Maximum length of a description, in characters: search engines and link previews show no more. */
const MAX_DESCRIPTION_LENGTH = 160;

/** The beginning of a text, cut at a word boundary if possible. */
export function excerpt(text: string, maxLength = MAX_DESCRIPTION_LENGTH): string {
  if (text.length <= maxLength) return text;
  const end = text.lastIndexOf(' ', maxLength - 1);
  const beginning = text.slice(0, end > 0 ? end : maxLength - 1);
  // Do not end in half of a surrogate pair, or in a separator.
  return `${beginning.replace(/(?:[\uD800-\uDBFF]| [–·])$/, '')}…`;
}

/** The logo of an employer by absolute URL. */
interface Logo {
  url: string;
  employer: string;
}

interface SocialCard {
  title: string;
  description: string;
  /** Canonical URL of the page. */
  url: string;
  /** Undefined without a logo or for a confidential job. */
  logo?: Logo | undefined;
}

/** Link preview metadata: Open Graph and Twitter card. */
export function socialCard({ title, description, url, logo }: SocialCard, { language, site }: Frame): Html {
  const { locale } = words[language];
  const properties = {
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:type': 'website',
    ...(site && { 'og:site_name': site.operator.name }),
    'og:locale': locale.replace('-', '_'),
    ...(logo && { 'og:image': logo.url, 'og:image:alt': logo.employer }),
  };
  return html`<meta name="twitter:card" content="summary" />
    ${Object.entries(properties).map(([name, content]) => html`<meta property="${name}" content="${content}" /> `)}`;
}
