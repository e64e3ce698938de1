import { describe, expect, test } from '@jest/globals';
import { forwardSources } from '../../../../functions/postings/posting/posting.ts';

const website = 'https://example.com/apply?lang=fr&job=1';
const most = 'x'.repeat(200);
const woman = '%F0%9F%91%A9';

describe('an address to which the sources of a query are added', () => {
  test.each([
    ['utm_medium=cpc&source=a+b&x=1', '&utm_medium=cpc&source=a+b'],
    ['utm_source=first&utm_source=second', '&utm_source=first'],
    [`utm_term=${most}&utm_id=${most}x`, `&utm_term=${most}`],
    [`utm_id=${most}x&utm_id=short`, ''],
    ['utm_source=&utm_=x&utm_Source=x&UTM_SOURCE=x&xutm_source=x&sources=x&utm_a.b=x', ''],
    ['lang=de&job=2&job=3&after=4', ''],
    ['utm_campaign=%26a%3D1%23%3F%2F', '&utm_campaign=%26a%3D1%23%3F%2F'],
    ['utm_campaign=%0D%0AX-Evil:%201', '&utm_campaign=%0D%0AX-Evil%3A+1'],
    ['utm_campaign=%00%FF%ED%A0%80', '&utm_campaign=%00%EF%BF%BD%EF%BF%BD%EF%BF%BD%EF%BF%BD'],
    ['utm_source[]=x&__proto__=x&utm___proto__=x', '&utm___proto__=x'],
    [`utm_source=${woman.repeat(200)}`, `&utm_source=${woman.repeat(200)}`],
    [
      Array.from({ length: 50 }, (_, number) => `utm_${number}=x`).join('&'),
      Array.from({ length: 10 }, (_, number) => `&utm_${number}=x`).join(''),
    ],
  ])('gets only the source parameters of the query: %s', (query, added) => {
    expect(forwardSources(website, query)).toBe(`${website}${added}`);
  });

  test.each([
    ['https://example.com', 'https://example.com?utm_source=mail'],
    ['https://example.com/#/jobs?a=1', 'https://example.com/?utm_source=mail#/jobs?a=1'],
    ['https://example.com/?flag&a=%20b&s=%2B#x', 'https://example.com/?flag&a=%20b&s=%2B&utm_source=mail#x'],
    ['https://example.com/?utm_source=own', 'https://example.com/?utm_source=own'],
    ['https://example.com/?utm%5Fsource', 'https://example.com/?utm%5Fsource'],
  ])('keeps its own parameters, which take precedence: %s', (address, expected) => {
    expect(forwardSources(address, 'utm_source=mail')).toBe(expected);
  });
});
