import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { LANGUAGE_PARAMETER, type Frame } from '../../pages/public/frame.ts';
import { languages, type Language } from '../../schemas/languages.ts';
import { header, type EventHeaders } from './incoming.ts';

const element = /^\s*([a-z]{1,8})(?:-[a-z\d]{1,8})*\s*(?:;\s*q\s*=\s*(\d(?:\.\d{0,3})?)\s*)?$/i;

/** Parses a language of Accept-Language with its weight; undefined when it is malformed, or for `*`. */
function parsePreference(text: string): { language: string; weight: number } | undefined {
  const [, language, weight = '1'] = element.exec(text) ?? [];
  return language === undefined ? undefined : { language: language.toLowerCase(), weight: Number(weight) };
}

/**
 * The client's preferred language of the pages by Accept-Language (RFC 9110, section 12.5.4): English when it names
 * only other languages, undefined when it names none, like crawlers.
 */
export function acceptedLanguage(event: EventHeaders): Language | undefined {
  const preferences = (header(event, 'accept-language') ?? '')
    .split(',')
    .flatMap((text) => parsePreference(text) ?? []);
  if (preferences.length === 0) return undefined;
  const weightOf = (language: Language) =>
    Math.max(0, ...preferences.filter((each) => each.language === language).map(({ weight }) => weight));
  return languages.reduce((best, each) => (weightOf(each) > weightOf(best) ? each : best));
}

/** The language in the query; undefined when the query names no supported language, or several languages. */
function chosenLanguage(query: URLSearchParams): Language | undefined {
  const [name, another] = query.getAll(LANGUAGE_PARAMETER);
  return another === undefined ? languages.find((each) => each === name) : undefined;
}

/** The query of a page with its language replaced. */
function queryIn(language: Language, query: URLSearchParams): string {
  const other = new URLSearchParams(query);
  other.set(LANGUAGE_PARAMETER, language);
  return other.toString();
}

/** The parts of an event that determine the language of a page. */
type LanguageEvent = Pick<APIGatewayProxyEventV2, 'headers' | 'rawQueryString'> & {
  requestContext: { http: { method: string } };
};

/**
 * The frame of a public page. Its language comes from the query, else from the client's preference, else from the
 * content (interface 11).
 */
export function createFrame(event: LanguageEvent, shown: Language = languages[0]): Frame {
  const query = new URLSearchParams(event.rawQueryString);
  const chosen = chosenLanguage(query);
  const language = chosen ?? acceptedLanguage(event) ?? shown;
  const other = languages.find((each) => each !== language);
  const isSent = event.requestContext.http.method === 'POST';
  return {
    language,
    isChosen: chosen !== undefined,
    other: isSent || other === undefined ? undefined : { language: other, query: queryIn(other, query) },
  };
}
