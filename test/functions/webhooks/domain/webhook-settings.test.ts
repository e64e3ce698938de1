import { expect, test } from '@jest/globals';
import { targetViolation } from '../../../../functions/webhooks/domain/webhook-settings.ts';

test.each([
  'http://example.com/',
  'ftp://example.com/',
  'https://example.com:8443/',
  'https://example.com:80/',
  'https://localhost/',
  'https://localhost./',
  'https://example/',
  'https://example.com./',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.0.1./',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://017700000001/',
  'https://0177.0.0.1/',
  'https://%31%32%37.0.0.1/',
  'https://１２７.０.０.１/',
  'https://127。0。0。1/',
  'https://①②⑦.0.0.1/',
  'https://8.8.8.8/',
  'https://1.1/',
  'https://0/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[2606:4700::1111]/',
  'https://169.254.169.254/latest',
  'https://a..example.com/',
  'https://example.com.1/',
  'https://.example.com/',
  'https://-a.example/',
  'https://*.example.com/',
])('%s is not allowed as the URL of a webhook', (url) => {
  if (URL.canParse(url)) {
    expect(targetViolation(url, 'public')).toMatchObject({ pointer: '/url', code: 'not_allowed' });
  }
});

test.each([
  'https://example.com',
  'https://example.com/',
  'https://example.com:443/hook?a=b#c',
  'HTTPS://EXAMPLE.COM/',
  'https://a_b.example.com/',
  'https://xn--bcher-kva.example/',
  'https://bücher.example/',
  'https://1.example.com/',
  'https://a-b.co.uk/',
])('%s is allowed as the URL of a webhook', (url) => {
  expect(targetViolation(url, 'public')).toBeUndefined();
});

test('any URL is allowed for a webhook when WEBHOOK_TARGETS is any', () => {
  expect(targetViolation('http://127.0.0.1:8080/hook', 'any')).toBeUndefined();
});
