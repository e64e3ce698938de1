import type { Language } from '../../schemas/languages.ts';
import { addressIn } from './formats.ts';

/** The operator of the service. */
export interface Operator {
  name: string;
  email: string;
  /** URL of its privacy notice. */
  privacyUrl: string;
  /** URL of its policy on reports; undefined if the service's own page states the policy. */
  policyUrl: string | undefined;
}

interface Site {
  /** Absolute URL of the root, without a trailing slash. */
  url: string;
  operator: Operator;
}

/** Language and surroundings of a page. */
export interface Frame {
  language: Language;
  /** True if the reader chose the language; links on the page then keep it. */
  isChosen: boolean;
  /** True for a test employer: the page says so and excludes search engines. */
  isTest?: boolean | undefined;
  /** A second style sheet: the accent of the employer, or the layout of this kind of page. */
  ownStyle?: string | undefined;
  /** Absolute URL of the logo of the employer, for pages that show it above their heading. */
  logo?: string | undefined;
  /** Undefined for pages outside the site. */
  site?: Site | undefined;
  /** Link to the page in the other language; undefined if following it would lose submitted data. */
  other?: { language: Language; query: string } | undefined;
}

/** Adds the language to the address of a link, if the reader chose one. */
export const localized = (address: string, { language, isChosen }: Frame): string =>
  isChosen ? addressIn(address, language) : address;
