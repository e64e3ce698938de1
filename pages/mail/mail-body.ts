import type { Language } from '../../schemas/languages.ts';

/** A value with its name, and where it leads. */
export interface MailFact {
  name: string;
  value: string;
  url?: string | undefined;
}

interface MailLink {
  words: string;
  url: string;
}

/** What somebody else wrote, marked so that none of it looks like the service's own. */
interface Quoted {
  /** The service's own words above it. */
  heading: string;
  /** Who wrote it, unless the mail says so above. */
  author?: MailFact;
  /** Texts of several lines, each below its name. */
  texts: readonly MailFact[];
  facts: readonly MailFact[];
}

/** The parts of which a mail may have any, in any order. The button is what most readers want. */
export interface MailParts {
  facts: readonly MailFact[];
  button: MailLink;
  links: readonly MailLink[];
  paragraph: string;
  quoted: Quoted;
}

export type MailPart<Kinds extends keyof MailParts = keyof MailParts> = {
  [Kind in Kinds]: { kind: Kind; content: MailParts[Kind] };
}[Kinds];

/** What a mail says. Its text and its HTML are made of it, so that both say the same. */
export interface MailBody {
  language: Language;
  /** What has happened, in words of the service. */
  news: string;
  /** What it is about, as somebody typed it. */
  subject: string;
  /** Who the mail is about, with what that person typed: shown before all else, and marked as what is quoted. */
  person?: { name: MailFact; facts: readonly MailFact[] };
  /** What belongs to the subject. */
  facts: readonly MailFact[];
  parts: readonly MailPart[];
}

export const part = <Kind extends keyof MailParts>(kind: Kind, content: MailParts[Kind]) =>
  ({ kind, content }) as MailPart;

/** The button that leads to an address, where there is one. */
export const buttonTo = (words: string, url: string | null | undefined): MailPart[] =>
  typeof url === 'string' ? [part('button', { words, url })] : [];
