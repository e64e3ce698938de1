// Runs at CloudFront before its cache, in the runtime cloudfront-js-2.0: ECMAScript 5.1 with const and let.

/** The languages of the public pages, the default first. */
const languages = ['en', 'fr'];

/** More than browsers send. What is longer is not read, because a function has about a millisecond. */
const MAX_CHARACTERS = 200;

const element = /^\s*([a-z]{1,8})(?:-[a-z\d]{1,8})*\s*(?:;\s*q\s*=\s*(\d(?:\.\d{0,3})?)\s*)?$/i;

/** The language that a client likes best, as the service itself chooses it (functions/http/language.ts); * for none. */
function languageOf(accepted) {
  const weights = {};
  let isNamed = false;
  const wanted = accepted.length > MAX_CHARACTERS ? [] : accepted.split(',');
  for (let index = 0; index < wanted.length; index += 1) {
    const found = element.exec(wanted[index]);
    if (found !== null) {
      isNamed = true;
      const language = found[1].toLowerCase();
      const weight = found[2] === undefined ? 1 : Number(found[2]);
      weights[language] = Math.max(weight, weights[language] || 0);
    }
  }
  if (!isNamed) return '*';
  return languages.reduce(function (best, each) {
    return (weights[each] || 0) > (weights[best] || 0) ? each : best;
  });
}

/** The language that the query names; undefined if it names none of the pages', or several. */
function chosenLanguage(parameter) {
  if (parameter === undefined || (parameter.multiValue && parameter.multiValue.length > 1)) return undefined;
  return languages.indexOf(parameter.value) < 0 ? undefined : parameter.value;
}

/**
 * Replaces Accept-Language by one language, or by * where what a page shows decides, and leaves out a `lang` that chooses none, so that the cache keeps a page once
 * for each of them, and once for each language that is chosen.
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
