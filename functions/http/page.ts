import type { Language } from '../../schemas/languages.ts';

/** A page for people. */
export interface Page {
  status?: number;
  /** The whole HTML document. */
  page: string;
  /** Its language, where what it shows may have decided that. */
  language?: Language;
  /** The page contains a form, which sends to this service only. */
  hasForm?: true;
  /** The one script that stands in the page. */
  script?: string;
  /** Where that script sends to, besides this service. */
  connectsTo?: string | undefined;
  /** For how long it may be kept without asking again, in seconds; by default not at all. */
  maxAge?: number;
}
