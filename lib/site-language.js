// Runs at CloudFront before its cache, in the runtime cloudfront-js-2.0: ECMAScript 5.1 with const and let.

/** The languages of the public pages, the default first. */
const languages = ['en', 'fr'];

/** Longer headers are ignored, because a function has about a millisecond. Browsers send less. */
const MAX_CHARACTERS = 200;

const element = /^\s*([a-z]{1,8})(?:-[a-z\d]{1,8})*\s*(?:;\s*q\s*=\s*(\d(?:\.\d{0,3})?)\s*)?$/i;

/** The client's preferred language, chosen as in functions/http/incoming.ts; * if it names none. */
function languageOf(accepted) {
  const weights = {};
  let hasLanguage = false;
  const elements = accepted.length > MAX_CHARACTERS ? [] : accepted.split(',');
  for (let index = 0; index < elements.length; index += 1) {
    const match = element.exec(elements[index]);
    if (match !== null) {
      hasLanguage = true;
      const language = match[1].toLowerCase();
      const weight = match[2] === undefined ? 1 : Number(match[2]);
      weights[language] = Math.max(weight, weights[language] || 0);
    }
  }
  if (!hasLanguage) return '*';
  return languages.reduce(function (best, each) {
    return (weights[each] || 0) > (weights[best] || 0) ? each : best;
  });
}

/** The language in the query; undefined if it is unknown or repeated. */
function chosenLanguage(parameter) {
  if (parameter === undefined || (parameter.multiValue && parameter.multiValue.length > 1)) return undefined;
  return languages.indexOf(parameter.value) < 0 ? undefined : parameter.value;
}

/**
 * Reduces Accept-Language to one language, or to * where the page decides, and removes an invalid `lang`, so that the cache
 * holds one copy of a page for each language.
 */
// oxlint-disable-next-line eslint/no-unused-vars -- CloudFront calls it
function handler(event) {
  const request = event.request;
  const header = request.headers['accept-language'];
  const chosen = chosenLanguage(request.querystring.lang);
  if (chosen === undefined) delete request.querystring.lang;
  request.headers['accept-language'] = {
    value: chosen || languageOf(header === undefined ? '' : header.value),
  };
  return request;
}
