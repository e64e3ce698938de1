import type { Language } from '../../schemas/languages.ts';

/** The query parameter by which a reader chooses the language of a page. */
export const LANGUAGE_PARAMETER = 'lang';

/** Who runs the service. */
export interface Operator {
  name: string;
  email: string;
  /** Where it says what it does with personal data. */
  privacyUrl: string;
  /** Where it says what becomes of reports; undefined where the page of the service says it. */
  policyUrl: string | undefined;
}

/** What the public pages are together. */
interface Site {
  /** The absolute URL of its root, without a slash at the end. */
  url: string;
  operator: Operator;
}

/** How a page is shown to its reader. */
export interface Frame {
  language: Language;
  /** Whether the reader has chosen the language by its link; then, links keep it. */
  isChosen: boolean;
  /** Whether what it shows is of a test employer; then the page says so, and is nothing for search engines. */
  isTest?: boolean | undefined;
  /** Undefined for pages that are not of the site. */
  site?: Site | undefined;
  /** The same page in the other language, by its query; undefined where following it would lose what was sent. */
  other?: { language: Language; query: string } | undefined;
}

/** An address of a public page in a language. */
export const addressIn = (address: string, language: Language): string =>
  `${address}${address.includes('?') ? '&' : '?'}${LANGUAGE_PARAMETER}=${language}`;

/** An address of a public page as a link from a page has it: in the language that its reader has chosen. */
export const localized = (address: string, { language, isChosen }: Frame): string =>
  isChosen ? addressIn(address, language) : address;
