import type { Language } from '../../schemas/languages.ts';

/** The minimum and maximum number of digits in a telephone number with its area code (E.164). */
const [MIN_DIGITS, MAX_DIGITS] = [7, 15];

/** The mailto URL of an e-mail address, which cannot name a subject or another recipient. */
export const mailtoUrl = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `mailto:${encodeURIComponent(email.slice(0, at))}@${encodeURIComponent(email.slice(at + 1))}`;
};

/**
 * The tel URL of a telephone number: the digits before the first letter, as in `604 555 0199, ext. 7`. Undefined when
 * it has too few or too many.
 */
export function telUrl(telephone: string): string | undefined {
  const [, plus, number = ''] = /^\s*(\+?)([^\p{L}+*#]*)/u.exec(telephone) ?? [];
  const digits = number.replaceAll(/\D/g, '');
  return digits.length < MIN_DIGITS || digits.length > MAX_DIGITS ? undefined : `tel:${plus}${digits}`;
}

/** A value with its name, and its link. */
export interface MailFact {
  name: string;
  value: string;
  url?: string | undefined;
}

interface MailLink {
  words: string;
  url: string;
}

/** Text by another person, marked so that none of it looks like the service's own. */
interface Quoted {
  /** The service's heading above it. */
  heading: string;
  /** Its author, unless the mail already names one. */
  author?: MailFact;
  /** Texts of several lines, each below its name. */
  texts: readonly MailFact[];
  facts: readonly MailFact[];
}

/** The kinds of parts of a mail, which may come in any order. The button is for the most frequent next step. */
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

/** The content of a mail. Its text and its HTML are made from it, so that both are equal. */
export interface MailBody {
  language: Language;
  /** The news, in the service's words. */
  news: string;
  /** The subject, as typed by a user. */
  subject: string;
  /** The person of the mail, with typed text: it comes first, and is marked like quoted text. */
  person?: { name: MailFact; facts: readonly MailFact[] };
  /** Facts about the subject. */
  facts: readonly MailFact[];
  parts: readonly MailPart[];
}

export const part = <Kind extends keyof MailParts>(kind: Kind, content: MailParts[Kind]) =>
  ({ kind, content }) as MailPart;

/** The button that links to a URL, if there is one. */
export const buttonTo = (words: string, url: string | null | undefined): MailPart[] =>
  typeof url === 'string' ? [part('button', { words, url })] : [];
