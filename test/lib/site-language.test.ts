import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';
import { array, assert, constantFrom, integer, oneof, property, string, tuple } from 'fast-check';
import { acceptedLanguage } from '../../functions/http/incoming.ts';
import { createFrame } from '../../functions/http/page-frame.ts';
import { edgeQuery, runEdge } from '../setup/cloudfront.ts';

const code = readFileSync(new URL('../../lib/site-language.js', import.meta.url), 'utf8');

/** Runs the CloudFront function on a request. Returns the request that the function passes on. */
function passed(accepted: string | undefined, query = '') {
  const headers = accepted === undefined ? {} : { 'accept-language': { value: accepted } };
  const request = { method: 'GET', uri: '/', querystring: edgeQuery(query), headers };
  const forwarded = runEdge(code, request) as typeof request;
  return { language: forwarded.headers['accept-language']?.value, query: forwarded.querystring };
}

const normalised = (accepted: string | undefined) => passed(accepted).language;

describe('Accept-Language after the CloudFront function', () => {
  test.each([
    [undefined, '*'],
    ['', '*'],
    ['fr-CA,fr;q=0.9,en-CA;q=0.8,en;q=0.7', 'fr'],
    ['fr;q=1;q=0', '*'],
    ['fr;q=1.0000', '*'],
    ['fr;q=nine', '*'],
    ['fr\u0000', '*'],
    ['__proto__,valueof,constructor', 'en'],
    [',,;,', '*'],
    [`fr,${'x'.repeat(197)}`, 'fr'],
    [`fr,${'x'.repeat(198)}`, '*'],
    [`fr${',fr'.repeat(3_000)}`, '*'],
  ])('of %j becomes %s', (accepted, language) => {
    expect(normalised(accepted)).toBe(language);
  });

  test('becomes the language that the service would choose for the original header, or * if the service would choose none', () => {
    const weight = oneof(
      constantFrom('', ';q=', ';q=0', ';q=1', ';q=.5', ' ; q = 0.5'),
      integer({ min: 0, max: 2_000 }).map((thousandths) => `;q=${thousandths / 1_000}`),
    );
    const tag = oneof(
      constantFrom('en', 'fr', 'FR-CA', 'en-GB', 'de', '*', 'fr-', ''),
      string({ maxLength: 6 }),
    );
    const header = array(
      tuple(tag, weight).map((parts) => parts.join('')),
      { maxLength: 12 },
    ).map((elements) => elements.join(',').slice(0, 200));
    assert(
      property(header, (accepted) => {
        const chosen = acceptedLanguage({ headers: { 'accept-language': accepted } });
        expect(normalised(accepted)).toBe(chosen ?? '*');
      }),
    );
  });

  test.each([
    ['lang=fr', 'fr', { lang: { value: 'fr' } }],
    ['after=1&lang=en', 'en', { after: { value: '1' }, lang: { value: 'en' } }],
    ['lang=de', 'fr', {}],
    ['lang=', 'fr', {}],
    ['lang=EN', 'fr', {}],
    ['lang=constructor&q=1', 'fr', { q: { value: '1' } }],
    ['lang=en&lang=fr', 'fr', {}],
    ['lang=en&lang=en', 'fr', {}],
  ])('is replaced by the single valid language of the query: %s', (query, language, left) => {
    expect(passed('fr', query)).toEqual({ language, query: left });
    const event = { headers: { 'accept-language': 'fr' }, rawQueryString: query };
    const requestContext = { http: { method: 'GET' } };
    expect(createFrame({ ...event, requestContext })).toMatchObject({ language, isChosen: 'lang' in left });
  });

  test('is normalised by code that the runtime of CloudFront supports', () => {
    // esbuild would replace or refuse unsupported syntax.
    const supported = { 'const-and-let': true };
    const { code: lowered } = transformSync(code, { target: 'es5', supported });
    expect(lowered).toBe(transformSync(code, { target: 'esnext' }).code);
    expect(Buffer.byteLength(code)).toBeLessThan(10_240);
  });
});
