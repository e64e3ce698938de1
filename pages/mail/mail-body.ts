import type { Language } from '../../schemas/languages.ts';

/** A value with its name. */
export interface MailFact {
  name: string;
  value: string;
}

/** What a mail says. Its text and its HTML are made of it, so that both say the same. */
export interface MailBody {
  language: Language;
  /** What has happened, in words of the service. */
  news: string;
  /** What it is about, as somebody typed it. */
  subject: string;
  facts: readonly MailFact[];
  /** The first is what most readers want: a button. The others stand below the paragraphs. */
  links: readonly { words: string; url: string }[];
  paragraphs: readonly string[];
  /** What somebody else wrote, marked so that none of it looks like the service's own. */
  quoted?: {
    heading: string;
    /** Who wrote it. */
    author: MailFact;
    facts: readonly MailFact[];
    /** Texts of several lines, each below its name. */
    texts: readonly MailFact[];
  };
}
