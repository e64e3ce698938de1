// CloudFront runs this code, too (lib/site-language.ts), in a runtime with few features after ECMAScript 5.1.
import { languages, type Language } from '../../schemas/languages.ts';

/** Longer headers are ignored, because a function of CloudFront has about a millisecond. Browsers send less. */
const MAX_CHARACTERS = 200;

const element = /^\s*([a-z]{1,8})(?:-[a-z\d]{1,8})*\s*(?:;\s*q\s*=\s*(\d(?:\.\d{0,3})?)\s*)?$/i;

/**
 * The client's preferred language of the pages by Accept-Language (RFC 9110, section 12.5.4): English when it names
 * only other languages, undefined when it names none, like crawlers.
 */
export function preferredLanguage(accepted: string): Language | undefined {
  const elements = accepted.length > MAX_CHARACTERS ? [] : accepted.split(',');
  const preferences = elements.map((text) => element.exec(text)).filter((each) => each !== null);
  if (preferences.length === 0) return undefined;
  // A language that is named with the weight 0 only is excluded, and ranks below one that is not named.
  const weightOf = (language: Language) => {
    const named = preferences.filter((match) => match[1]?.toLowerCase() === language);
    const weight = named.reduce((most, match) => Math.max(most, Number(match[2] ?? 1)), 0);
    return named.length > 0 && weight === 0 ? -1 : weight;
  };
  return languages.reduce((best, each) => (weightOf(each) > weightOf(best) ? each : best));
}

/**
 * The language that `lang` in a query chooses, also as a locale such as `fr-CA`; undefined when it names no language of
 * the pages, or several.
 */
export function chosenLanguage(values: readonly string[]): Language | undefined {
  const name = values.length === 1 ? (values[0] ?? '').toLowerCase().split(/[-_]/)[0] : undefined;
  return languages.find((each) => each === name);
}
