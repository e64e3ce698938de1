import { expect, test, describe } from '@jest/globals';
import { targetViolation } from '../../../../functions/webhooks/domain/webhook-settings.ts';
import { Webhook } from 'standardwebhooks';
import { signedHeaders } from '../../../../functions/webhooks/delivery/call-webhook.ts';
import {
  newWebhook,
  rotateSecret,
  signingSecretsOf,
  webhookSecret,
} from '../../../../functions/webhooks/domain/webhook.ts';
import { singleSecret } from '../../../setup/only-secret.ts';
import { isFast, pauseEnd } from '../../../../functions/webhooks/domain/attempts.ts';

// URL writes every form of an IPv4 address as numbers with dots.
const notAllowed = `
  http://example.com/ ftp://example.com/ https://example.com:8443/ https://example.com:80/
  https://localhost/ https://localhost./ https://example/ https://example.com./ https://127.0.0.1/
  https://2130706433/ https://0x7f.0.0.1/ https://１２７.０.０.１/ https://8.8.8.8/ https://[::1]/
  https://[2606:4700::1111]/ https://a..example.com/ https://.example.com/ https://-a.example/
  https://*.example.com/
`
  .trim()
  .split(/\s+/);

test.each(notAllowed)('%s is not allowed as the URL of a webhook', (url) => {
  expect(targetViolation(url, 'public')).toMatchObject({ pointer: '/url', code: 'not_allowed' });
});

const allowed = `
  https://example.com https://example.com/ https://example.com:443/hook?a=b#c HTTPS://EXAMPLE.COM/
  https://a_b.example.com/ https://xn--bcher-kva.example/ https://bücher.example/ https://1.example.com/
  https://a-b.co.uk/
`
  .trim()
  .split(/\s+/);

test.each(allowed)('%s is allowed as the URL of a webhook', (url) => {
  expect(targetViolation(url, 'public')).toBeUndefined();
});

const service = Buffer.alloc(32, 7);
const [older, second, other] = [
  { employerId: 1, id: 1, generation: 1 },
  { employerId: 1, id: 1, generation: 2 },
  { employerId: 1, id: 2, generation: 1 },
].map((each) => webhookSecret(service, each)) as [string, string, string];

const message = () => ({
  id: '1-842',
  timestamp: Math.trunc(Date.now() / 1_000),
  body: '{"id":842,"title":"Zoé’s bakery"}',
});

const isVerifiedBy = (secret: string, headers: Record<string, string>, body = message().body) => {
  try {
    return new Webhook(secret).verify(body, headers) !== undefined;
  } catch {
    return false;
  }
};

describe('the signature of a webhook', () => {
  test('equals the example in Standard Webhooks', () => {
    const headers = signedHeaders(
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' },
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    );
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test('is accepted by the reference library with every signing secret, and refused with any other secret', () => {
    const headers = signedHeaders(message(), [older, second]);
    const outcomes = [older, second, other].map((secret) => isVerifiedBy(secret, headers));
    expect(outcomes).toEqual([true, true, false]);
  });

  test('covers the id, the time and every byte of the body', () => {
    const headers = signedHeaders(message(), [older]);
    const changed = { 'webhook-id': '1-843', 'webhook-timestamp': String(message().timestamp - 60) };
    for (const [name, value] of Object.entries(changed)) {
      expect(isVerifiedBy(older, { ...headers, [name]: value })).toBe(false);
    }
    expect(isVerifiedBy(older, headers, `${message().body} `)).toBe(false);
  });
});

test('a webhook secret has 32 bytes in base64, and differs for each webhook and generation', () => {
  expect(new Set([older, second, other]).size).toBe(3);
  for (const secret of [older, second, other]) {
    expect(secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
  }
  expect(webhookSecret(service, { employerId: 1, id: 1, generation: 1 })).toBe(older);
  expect(webhookSecret(Buffer.alloc(32, 8), { employerId: 1, id: 1, generation: 1 })).not.toBe(older);
});

test('a webhook is also signed by at most four former secrets, each for a day after its rotation', () => {
  const now = new Date('2026-06-01T12:00:00.000Z');
  const key = { employerId: 1, id: 1, cursor: 0, createdAt: now.toISOString(), creation: 'a' };
  let webhook = newWebhook({ url: 'https://hooks.example.com/' }, key);
  const secrets: string[] = [];
  for (let rotation = 0; rotation < 6; rotation += 1) {
    secrets.unshift(signingSecretsOf(singleSecret(service), webhook, now)[0]);
    webhook = rotateSecret(webhook, now, null);
  }
  const [current, ...former] = signingSecretsOf(singleSecret(service), webhook, now);
  expect(former).toEqual(secrets.slice(0, 4));
  const later = new Date(now.getTime() + 24 * 60 * 60_000 + 1);
  expect(signingSecretsOf(singleSecret(service), webhook, later)).toEqual([current]);
});

const fast = { status: 204, error: null, milliseconds: 20 };
const hung = { status: null, error: 'timed_out', milliseconds: 2_000 } as const;

describe('isFast of a webhook', () => {
  test.each([
    ['fast before its first attempt', [], true],
    ['fast when all of the last five attempts were fast', [hung, fast, fast, fast, fast, fast], true],
    [
      'slow while one of the last five hung, even if every retry succeeded',
      [hung, fast, fast, fast, fast],
      false,
    ],
    [
      'slow after an attempt that took more than two seconds',
      [{ ...fast, milliseconds: 2_001 }, fast],
      false,
    ],
    ['slow after an attempt that failed', [{ ...fast, status: 500 }], false],
  ])('considers its receiver %s', (_, known, expected) => {
    const attempts = known.map((outcome, index) => ({
      at: '2026-06-01T12:00:00.000Z',
      employer: null,
      event: index + 1,
      ...outcome,
    }));
    expect(isFast({ attempts })).toBe(expected);
  });
});

describe('pauseEnd of a partner', () => {
  test.each([
    ['5 seconds', 'the first failure', 0, 5],
    ['24 seconds', 'two minutes', 120, 24],
    ['four minutes', 'an hour', 3_600, 240],
    ['four minutes', 'three days', 3 * 86_400, 240],
    ['null', '76 hours', 76 * 3_600, null],
  ])('is %s after %s', (_, __, outage, expected) => {
    const since = Date.parse('2026-06-01T12:00:00.000Z');
    const at = new Date(since + outage * 1_000).toISOString();
    const attempt = { at, employer: 1, event: 1, status: 503, error: null, milliseconds: 0 };
    const end = pauseEnd(new Date(since).toISOString(), attempt);
    expect(end && (Date.parse(end) - Date.parse(at)) / 1_000).toBe(expected);
  });
});
