import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { languages, type Language } from '../../pages/public/words.ts';
import { header } from './headers.ts';

const element = /^\s*([a-z]{1,8})(?:-[a-z\d]{1,8})*\s*(?:;\s*q\s*=\s*(\d(?:\.\d{0,3})?)\s*)?$/i;

/** A language of Accept-Language with its weight; undefined for what is malformed, or for `*`. */
function preferenceOf(text: string): { language: string; weight: number } | undefined {
  const [, language, weight = '1'] = element.exec(text) ?? [];
  return language === undefined ? undefined : { language: language.toLowerCase(), weight: Number(weight) };
}

/** The language of the pages that a client likes best by Accept-Language (RFC 9110, section 12.5.4); English otherwise. */
export function languageOf(event: Pick<APIGatewayProxyEventV2, 'headers'>): Language {
  const wanted = (header(event, 'accept-language') ?? '')
    .split(',')
    .flatMap((text) => preferenceOf(text) ?? []);
  const weightOf = (language: Language) =>
    Math.max(0, ...wanted.filter((each) => each.language === language).map(({ weight }) => weight));
  return languages.reduce((best, each) => (weightOf(each) > weightOf(best) ? each : best));
}
