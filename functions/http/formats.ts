import { hasFourDecimals } from '../domain/amount.ts';
import type { ViolationCode } from '../../schemas/violations.ts';
import { isCalendarDate } from '../domain/calendar.ts';
import { isBlank, keepsDirection, unreadable } from '../domain/characters.ts';

/** A rule on a text or a number: the sentence that completes "title must be ...", and the check. */
export interface Format {
  rule: string;
  /** What breaks the rule is `malformed` otherwise. */
  code?: ViolationCode;
  type?: 'number';
  validate: ((value: string) => boolean) | ((value: number) => boolean);
}

const controlOrLineBreak = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Invisible characters other than the joiners of Persian, of Indian scripts and of emoji. */
const hidden = /[^\P{Cf}\u200C\u200D]/u;

const oneLine = (text: string) =>
  text.isWellFormed() && !controlOrLineBreak.test(text) && keepsDirection(text);

// Unlike the usual patterns this one is linear: a hostile text of 512 KiB meets it before its length is judged.
const atom = "[\\w!#$%&'*+/=?^`{|}~-]+";
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const emailAddress = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`, 'i');

const httpUrl = (text: string) => {
  if (!/^https?:\/\/[^\s/?#\\]/i.test(text) || /[\s\\]/.test(text) || hidden.test(text) || !oneLine(text))
    return false;
  const { username, password, hostname } = URL.parse(text) ?? {};
  return Boolean(hostname) && !username && !password;
};

/** The formats that the schemas name. */
export const formats = {
  line: {
    rule: 'one line of visible text, without control characters or unbalanced direction controls',
    validate: (text: string) => oneLine(text) && !isBlank(text),
  },
  'line-or-empty': {
    rule: 'one line of text, without control characters or unbalanced direction controls',
    validate: oneLine,
  },
  'trimmed-line': {
    rule: 'one line of visible text, without control characters, unbalanced direction controls, or spaces at the start or end',
    validate: (text: string) => oneLine(text) && text.trim() === text && (text === '' || !isBlank(text)),
  },
  text: {
    rule: 'text without control characters other than tabs and line breaks',
    validate: (text: string) => text.isWellFormed() && !unreadable.test(text),
  },
  date: { rule: 'a real calendar date written YYYY-MM-DD, such as 2026-03-31', validate: isCalendarDate },
  amount: {
    rule: 'an amount with at most four decimals, such as 22.24',
    code: 'too_many_decimals',
    type: 'number',
    validate: hasFourDecimals,
  },
  email: {
    rule: 'one e-mail address, such as jobs@example.com',
    validate: (text: string) => emailAddress.test(text),
  },
  'http-url': {
    rule: 'a full URL that begins with http:// or https://, such as https://example.com/apply',
    validate: httpUrl,
  },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;
