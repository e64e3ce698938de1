import { describe, expect, test } from '@jest/globals';
import { createFrame } from '../../functions/http/page-frame.ts';
import { edgeCode } from '../../lib/edge-code.ts';
import { edgeQuery, runEdge } from '../setup/cloudfront.ts';

const code = edgeCode('site-language.ts');

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
    ['en;q=0', 'fr'],
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

  test.each([
    ['lang=fr', 'fr', { lang: { value: 'fr' } }],
    ['after=1&lang=en', 'en', { after: { value: '1' }, lang: { value: 'en' } }],
    ['lang=de', 'fr', {}],
    ['lang=', 'fr', {}],
    ['lang=EN', 'en', { lang: { value: 'en' } }],
    ['lang=fr-CA', 'fr', { lang: { value: 'fr' } }],
    ['lang=en_CA', 'en', { lang: { value: 'en' } }],
    ['lang=french', 'fr', {}],
    ['lang=constructor&q=1', 'fr', { q: { value: '1' } }],
    ['lang=en&lang=fr', 'fr', {}],
    ['lang=en&lang=en', 'fr', {}],
  ])('is replaced by the single valid language of the query: %s', (query, language, left) => {
    expect(passed('fr', query)).toEqual({ language, query: left });
    const event = { headers: { 'accept-language': 'fr' }, rawQueryString: query };
    const requestContext = { http: { method: 'GET' } };
    expect(createFrame({ ...event, requestContext })).toMatchObject({ language, isChosen: 'lang' in left });
  });

  test('is normalised by code that fits into a CloudFront function', () => {
    expect(Buffer.byteLength(code)).toBeLessThan(10_240);
  });
});
