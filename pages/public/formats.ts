import type { Language } from '../../schemas/languages.ts';
import { words } from './words.ts';

/** Caches a format by language and key: creating one costs more than rendering the page. */
function memoizeByLanguage<Format>(build: (locale: string, key: string) => Format) {
  const formats = new Map<string, Format>();
  return (language: Language, key: string): Format => {
    const name = `${language} ${key}`;
    const format = formats.get(name) ?? build(words[language].locale, key);
    formats.set(name, format);
    return format;
  };
}

/** Dates in a time zone. French writes the first of a month as an ordinal number, which Intl does not. */
const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  memoizeByLanguage((locale, timeZone) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    return { format: (date: Date) => format.format(date).replace(/^1 /, '1er ') };
  });

export const longDateFormat = dateFormat({ dateStyle: 'long' });
export const shortDateFormat = dateFormat({ dateStyle: 'medium' });

/** Date and time to the minute, with the name of the time zone. */
export const timestampFormat = dateFormat({
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

const moneyFormatWith = (trailingZeroDisplay: 'auto' | 'stripIfInteger') =>
  memoizeByLanguage(
    (locale, currency) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        maximumFractionDigits: 4,
        trailingZeroDisplay,
      }),
  );

const wholeMoneyFormat = moneyFormatWith('stripIfInteger');
const centsFormat = moneyFormatWith('auto');

/** Format of amounts of money that are shown together: with cents in all amounts or in none. */
export const moneyFormat = (
  amounts: readonly number[],
  language: Language,
  currency: string,
): Intl.NumberFormat =>
  amounts.every(Number.isInteger) ? wholeMoneyFormat(language, currency) : centsFormat(language, currency);

/** List of alternatives: a, b or c. */
export const disjunctionFormat = memoizeByLanguage(
  (locale) => new Intl.ListFormat(locale, { type: 'disjunction' }),
);

const relativeDayFormat = memoizeByLanguage(
  (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
);

/** Today, Yesterday, 3 days ago. */
export function formatAge(days: number, language: Language): string {
  const text = relativeDayFormat(language, '').format(-days, 'day');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Number with at most four decimals. */
export const decimalFormat = memoizeByLanguage(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }),
);

/** The query parameter that chooses the language of a page. */
export const LANGUAGE_PARAMETER = 'lang';

/** Adds the language to the address of a public page. */
export const addressIn = (address: string, language: Language): string =>
  `${address}${address.includes('?') ? '&' : '?'}${LANGUAGE_PARAMETER}=${language}`;
