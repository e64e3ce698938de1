import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { signedHeaders } from '../../../functions/webhooks/delivery/call-webhook.ts';
import {
  newWebhook,
  rotateSecret,
  signingSecretsOf,
  webhookSecret,
} from '../../../functions/webhooks/domain/webhook.ts';
import { singleSecret } from '../../setup/only-secret.ts';

const service = Buffer.alloc(32, 7);
const [first, second, other] = [
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
    const headers = signedHeaders(message(), [first, second]);
    expect([first, second, other].map((secret) => isVerifiedBy(secret, headers))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('covers the id, the time and every byte of the body', () => {
    const headers = signedHeaders(message(), [first]);
    expect(isVerifiedBy(first, { ...headers, 'webhook-id': '1-843' })).toBe(false);
    expect(isVerifiedBy(first, { ...headers, 'webhook-timestamp': String(message().timestamp - 60) })).toBe(
      false,
    );
    expect(isVerifiedBy(first, headers, `${message().body} `)).toBe(false);
  });
});

test('a webhook secret has 32 bytes in base64, and differs for each webhook and generation', () => {
  expect(new Set([first, second, other]).size).toBe(3);
  for (const secret of [first, second, other]) {
    expect(secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
  }
  expect(webhookSecret(service, { employerId: 1, id: 1, generation: 1 })).toBe(first);
  expect(webhookSecret(Buffer.alloc(32, 8), { employerId: 1, id: 1, generation: 1 })).not.toBe(first);
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
