import { describe, expect, test } from '@jest/globals';
import { Webhook as Library } from 'standardwebhooks';
import { verifyWebhook, WebhookError } from '../../schemas/client/index.ts';

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 6).toString('base64')}`;
const id = '1-842';
const body = JSON.stringify({ id: 842, type: 'job.updated', data: { job: { id: 7, referenceId: 'Zoé’s' } } });

/** A message that the Standard Webhooks library signed, by default now. */
const signed = ({ secrets = [secret], secondsAgo = 0, text = body } = {}) => {
  const at = new Date(Date.now() - secondsAgo * 1_000);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((each) => new Library(each).sign(id, at, text)).join(' '),
  };
};

describe('verifyWebhook', () => {
  test('returns the signed event for every supported type of body and headers', async () => {
    for (const payload of [body, Buffer.from(body), new TextEncoder().encode(body)]) {
      for (const headers of [signed(), new Headers(signed())]) {
        expect(await verifyWebhook(payload, headers, secret)).toEqual(JSON.parse(body));
      }
    }
  });

  test('requires one signature by the secret, which may be among signatures of other secrets and versions', async () => {
    const headers = signed({ secrets: [other, secret] });
    for (const each of [secret, other])
      expect(await verifyWebhook(body, headers, each)).toMatchObject({ id: 842 });
    const more = { ...headers, 'webhook-signature': `v1a,AAAA v2 v1 ${headers['webhook-signature']} v1,*` };
    expect(await verifyWebhook(body, more, secret)).toMatchObject({ id: 842 });
  });

  const good = signed();
  const signature = good['webhook-signature'];
  const signedBy = (text: string) => ({ ...good, 'webhook-signature': text });
  test.each([
    ['another secret', /by this secret/, body, good, other],
    ['a parsed and reformatted body', /as it came/, JSON.stringify(JSON.parse(body), null, 1), good, secret],
    ['another id', /by this secret/, body, { ...good, 'webhook-id': '1-843' }, secret],
    ['a time more than five minutes ago', /five minutes/, body, signed({ secondsAgo: 302 }), secret],
    ['a time in the future', /future/, body, signed({ secondsAgo: -302 }), secret],
    ['no time', /timestamp/, body, { ...good, 'webhook-timestamp': 'now' }, secret],
    ['no id', /webhook-id is missing/, body, { ...good, 'webhook-id': '' }, secret],
    ['no signature', /webhook-signature is missing/, body, signedBy(''), secret],
    ['half a signature', /by this secret/, body, signedBy(signature.slice(0, -9)), secret],
    ['a signature of version 2', /by this secret/, body, signedBy(signature.replace('v1', 'v2')), secret],
  ] as const)('refuses a message with %s, and gives the reason', async (_, message, text, headers, by) => {
    const refusal = verifyWebhook(text, headers, by);
    await expect(refusal).rejects.toThrow(WebhookError);
    await expect(refusal).rejects.toThrow(message);
  });

  test('accepts a message whose time is almost five minutes in the past or in the future', async () => {
    for (const secondsAgo of [290, -290]) {
      expect(await verifyWebhook(body, signed({ secondsAgo }), secret)).toMatchObject({ id: 842 });
    }
  });

  test.each(['', 'secret', 'whsec_', 'whsec_*'])(
    'throws TypeError when %j is not a secret',
    async (wrong) => {
      await expect(verifyWebhook(body, signed(), wrong)).rejects.toThrow(
        new TypeError('The secret of a webhook begins with whsec_.'),
      );
    },
  );
});
