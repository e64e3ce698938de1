import { hasFourDecimals } from './amount.ts';
import type { ViolationCode } from '../../schemas/violations.ts';
import { isCalendarDate } from '../platform/time/calendar.ts';

/**
 * A visible character. The others are white space, control characters and those that Unicode allows a display to
 * ignore. The Braille blank and the interlinear annotation marks are invisible too, though Unicode does not list them.
 */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/u;

/** Whether a text has no visible characters. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** Control characters other than tabs and line breaks. */
export const unreadable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** Line breaks other than those that every program shows: Word copies its own as a vertical tab. */
const otherLineBreak = /\r?[\v\f\u0085\u2028\u2029]/g;

/** Writes every kind of line break in a text of several lines as a line feed. */
export const withLineFeeds = (text: string): string => text.replace(otherLineBreak, '\n');

/** Characters that reverse the text after them. */
export const directionOverride = /[\u202D\u202E]/;

const directionControl = /[\u202A-\u202E\u2066-\u2069]/g;

/** The characters that start a run of text with its own direction, each with the character that ends it. */
const endOfRun = new Map([
  ['\u202A', '\u202C'],
  ['\u202B', '\u202C'],
  ['\u2066', '\u2069'],
  ['\u2067', '\u2069'],
  ['\u2068', '\u2069'],
]);

/**
 * Whether a text does not affect the direction of the text after it: it has no overrides, and ends every run that it
 * starts. Hebrew and Arabic need none of these characters, and may contain the simple direction marks.
 */
export function keepsDirection(text: string): boolean {
  const expectedEnds: string[] = [];
  for (const [control] of text.matchAll(directionControl)) {
    const end = endOfRun.get(control);
    if (end) expectedEnds.push(end);
    else if (expectedEnds.pop() !== control) return false;
  }
  return expectedEnds.length === 0;
}

/** A rule for a text or a number: the end of the sentence "title must be ...", and the check. */
export interface Format {
  rule: string;
  /** The code of the violation; `malformed` by default. */
  code?: ViolationCode;
  type?: 'number';
  validate: ((value: string) => boolean) | ((value: number) => boolean);
}

const controlOrLineBreak = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Invisible characters, except the joiners that Persian, Indian scripts and emoji need. */
const hidden = /[^\P{Cf}\u200C\u200D]/u;

const oneLine = (text: string) =>
  text.isWellFormed() && !controlOrLineBreak.test(text) && keepsDirection(text);

// Unlike common patterns, this pattern takes linear time: texts of up to 512 KiB are matched before the length check.
const atom = "[\\w!#$%&'*+/=?^`{|}~-]+";
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const emailAddress = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`, 'i');

const httpUrl = (text: string) => {
  if (!/^https?:\/\/[^\s/?#\\]/i.test(text) || /[\s\\]/.test(text) || hidden.test(text) || !oneLine(text))
    return false;
  const { username, password, hostname } = URL.parse(text) ?? {};
  return Boolean(hostname) && !username && !password;
};

/** RFC 3339, with seconds as JavaScript and most others write them, and an offset as generated Python clients do. */
const instantPattern = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})$/;

/** The formats of values whose rule is the same in every deployment. */
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
  'question-id': {
    rule: 'made of the letters A to Z and a to z, digits, hyphens and underscores',
    validate: (text: string) => /^[\w-]+$/.test(text),
  },
  text: {
    rule: 'text without control characters other than tabs and line breaks',
    validate: (text: string) => text.isWellFormed() && !unreadable.test(text),
  },
  date: { rule: 'a real calendar date written YYYY-MM-DD, such as 2026-03-31', validate: isCalendarDate },
  color: {
    rule: 'a color such as #0b5cad, with # and six digits from 0 to f',
    validate: (text: string) => /^#[0-9a-f]{6}$/i.test(text),
  },
  'date-time': {
    rule: 'an instant with its offset from UTC, such as 2030-12-31T18:00:00Z',
    validate: (text: string) => {
      const [, date] = instantPattern.exec(text) ?? [];
      return date !== undefined && isCalendarDate(date) && !Number.isNaN(Date.parse(text));
    },
  },
  amount: {
    rule: 'an amount with at most four decimals, such as 22.24',
    code: 'too_many_decimals',
    type: 'number',
    validate: hasFourDecimals,
  },
  hours: {
    rule: 'a number with at most two decimals, such as 37.5',
    code: 'too_many_decimals',
    type: 'number',
    validate: (hours: number) => Number(hours.toFixed(2)) === hours,
  },
  base64: {
    rule: 'base64 with padding (RFC 4648, section 4), without a prefix such as data:',
    // MIME encoders write lines of 76 characters.
    validate: (text: string) => {
      const characters = text.replace(/[\r\n]/g, '');
      return characters.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(characters);
    },
  },
  email: {
    rule: 'one e-mail address, such as jobs@example.com, without an encoded word (=?)',
    // Mail programs would show the decoded text, which may look like another address (RFC 2047).
    validate: (text: string) => emailAddress.test(text) && !text.includes('=?'),
  },
  'http-url': {
    rule: 'a full URL that begins with http:// or https://, such as https://example.com/apply',
    validate: httpUrl,
  },
} as const satisfies Record<string, Format>;
