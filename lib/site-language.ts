// Runs at CloudFront before its cache, in the runtime cloudfront-js-2.0.
import { chosenLanguage, preferredLanguage } from '../functions/platform/page-language.ts';

interface Value {
  value: string;
  multiValue?: Value[];
}

interface EdgeRequest {
  headers: Record<string, Value>;
  querystring: Record<string, Value>;
}

/**
 * Reduces `lang` and Accept-Language to one language, or to * where the page decides, so that the cache holds one copy
 * of a page for each language.
 */
export function handler(event: { request: EdgeRequest }): EdgeRequest {
  const request = event.request;
  const parameter = request.querystring['lang'];
  const values = parameter ? (parameter.multiValue ?? [parameter]) : [];
  const chosen = chosenLanguage(values.map((each) => each.value));
  if (chosen === undefined) delete request.querystring['lang'];
  else request.querystring['lang'] = { value: chosen };
  const accepted = request.headers['accept-language']?.value ?? '';
  request.headers['accept-language'] = { value: chosen ?? preferredLanguage(accepted) ?? '*' };
  return request;
}
