import type { Language } from '../../schemas/languages.ts';
import { words } from './words.ts';

/** Builds a format once for each language and second key: building one costs more than the page around it. */
function builtOnce<Format>(build: (locale: string, key: string) => Format) {
  const built = new Map<string, Format>();
  return (language: Language, key: string): Format => {
    const name = `${language} ${key}`;
    const format = built.get(name) ?? build(words[language].locale, key);
    built.set(name, format);
    return format;
  };
}

/** How a day is written out, in a time zone. */
export const longDate = builtOnce(
  (locale, timeZone) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }),
);

/** How a point in time is written out to the minute, in a time zone and with its name. */
export const exactTime = builtOnce(
  (locale, timeZone) =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone,
    }),
);

/** How an amount of a currency is written. */
export const amountOfMoney = builtOnce(
  (locale, currency) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      maximumFractionDigits: 4,
      trailingZeroDisplay: 'stripIfInteger',
    }),
);

/** How things are listed of which one will do. */
export const listOfChoices = builtOnce((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }));

/** How a number with at most four decimals is written. */
export const decimal = builtOnce((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }));
