import { describe, expect, test } from '@jest/globals';
import { Webhook as Verifier } from 'standardwebhooks';
import { webhookQueue } from '../../../functions/webhooks/store/webhook-queue.ts';
import { webhookStore } from '../../../functions/webhooks/store/webhooks.ts';
import { LEASE_MILLIS } from '../../../functions/webhooks/domain/attempts.ts';
import { afterAttempt, type Delivery } from '../../../functions/webhooks/domain/delivery.ts';
import type { Event } from '../../../schemas/event.ts';
import { schemaErrors } from '../../setup/openapi-responses.ts';
import { startService } from '../../setup/service.ts';
import { violationsOf } from '../../setup/violations.ts';
import { startReceiver, respondWithStatus } from '../../setup/webhook-receiver.ts';

process.env['WEBHOOK_TARGETS'] = 'any';
const service = await startService();
const receiver = await startReceiver();

const url = 'https://hooks.example.com/jobs';

async function employerWithWebhook(fields: object = {}) {
  const acme = await service.newEmployer();
  const { body } = await acme.post('/webhooks', { url, ...fields });
  return { acme, webhook: body, path: `/webhooks/${body.id}` };
}

/** Changes a stored webhook the way a sender records an attempt. */
async function recorded(
  { employer }: { employer: { id: number } },
  id: number,
  change: (delivery: Delivery) => Delivery,
) {
  const queue = webhookQueue(service.db);
  const delivery = await queue.delivery({ employerId: employer.id, partnerId: null, id });
  if (!delivery) throw new Error('The webhook is gone.');
  expect(await queue.updateFree(delivery, change(delivery))).toBe(true);
}

const at = '2026-06-01T12:00:00.000Z';
const attempt = { at, employer: null, event: 1, status: 500, error: null, milliseconds: 12 };

describe('POST /webhooks', () => {
  test('201s with the webhook, its secret and its location', async () => {
    const acme = await service.newEmployer();
    const fields = { url, types: ['job.created', 'job.deleted'], description: 'ATS' };
    const { status, headers, body } = await acme.post('/webhooks', fields);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: 1,
      createdBy: acme.partner
        ? { type: 'partner', id: acme.partner.id }
        : { type: 'employer', id: acme.employer.id },
      ...fields,
      status: 'active',
      reason: null,
      cursor: 0,
      failures: 0,
      nextAttemptAt: null,
      attempts: [],
      secret: expect.stringMatching(/^whsec_[A-Za-z\d+/]{43}=$/),
    });
    expect(headers.get('location')).toBe(`${service.origin}/api/v1.1/webhooks/1`);
  });

  test('is the only response with the secret, which is not stored', async () => {
    const { acme, webhook, path } = await employerWithWebhook();
    const replies = [await acme.get(path), await acme.get('/webhooks'), await acme.put(path, { cursor: 0 })];
    for (const { status, text } of replies) {
      expect([status, text.includes('whsec'), text.includes(webhook.secret)]).toEqual([200, false, false]);
    }
    const items = await service.db.query({
      KeyConditionExpression: 'PK = :partition',
      ExpressionAttributeValues: { ':partition': `W#${acme.employer.id}` },
    });
    expect(JSON.stringify(items)).not.toContain(webhook.secret.slice('whsec_'.length));
  });

  test('allows five webhooks, even when six are created concurrently, and never reuses an id', async () => {
    const acme = await service.newEmployer();
    const created = await Promise.all(Array.from({ length: 6 }, () => acme.post('/webhooks', { url })));
    expect(created.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(created.find(({ status }) => status === 409)?.body.code).toBe('webhook_limit_reached');
    const { body } = await acme.get('/webhooks');
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect((await acme.delete('/webhooks/5')).status).toBe(204);
    expect((await acme.post('/webhooks', { url })).body.id).toBe(6);
  });

  test.each<[pointer: string, body: object]>([
    ['/url', { url: 'https://user:secret@hooks.example.com/' }],
    ['/url', { url: `https://hooks.example.com/${'a'.repeat(2_048)}` }],
    ['/types', { url, types: [] }],
    ['/description', { url, description: 'a\nb' }],
    ['/description', { url, description: 'a'.repeat(129) }],
  ])('refuses the %s of %j', async (pointer, body) => {
    expect(await violationsOf('createWebhook', { body })).toMatchObject([{ pointer }]);
  });
});

describe('PUT /webhooks/{id}', () => {
  test('changes only the fields that are sent, and null removes a value', async () => {
    const { acme, webhook, path } = await employerWithWebhook({ types: ['job.created'], description: 'ATS' });
    const { secret: _, ...publicFields } = webhook;
    const other = 'https://other.example.com/';
    expect((await acme.put(path, { url: other })).body).toEqual({ ...publicFields, url: other });
    const { body } = await acme.put(path, { types: null, description: null });
    expect(body).toEqual({ ...publicFields, url: other, types: null, description: null });
    expect((await acme.get(path)).body).toEqual(body);
  });

  test('400s for an invalid status, URL or cursor', async () => {
    const { acme, path } = await employerWithWebhook();
    const { status, body } = await acme.put(path, { status: 'disabled', url: null });
    const errors = [
      { pointer: '/url', code: 'wrong_type' },
      { pointer: '/status', code: 'not_allowed' },
    ];
    expect([status, body.errors]).toMatchObject([400, errors]);
    const beyond = (await acme.put(path, { cursor: 1_000 })).body;
    expect(beyond.errors).toMatchObject([{ pointer: '/cursor', code: 'too_large' }]);
  });

  test('preserves the changes that a sender records concurrently', async () => {
    const { acme, webhook, path } = await employerWithWebhook();
    const key = { employerId: acme.employer.id, id: webhook.id };
    await webhookStore(service.db).update(key, async (current) => {
      await recorded(acme, webhook.id, (each) => afterAttempt(each, attempt));
      return { ...current, description: 'changed' };
    });
    const { body } = await acme.get(path);
    expect(body).toMatchObject({
      description: 'changed',
      attempts: [attempt],
      failures: 1,
      nextAttemptAt: '2026-06-01T12:00:05.012Z',
    });
    expect((await acme.get('/webhooks')).body).toEqual({ data: [body] });
  });
});

describe('POST /webhooks/{id}/secret', () => {
  test('returns a new secret, and the time until which the former secret also signs', async () => {
    const { acme, webhook, path } = await employerWithWebhook({ url: receiver.url });
    const { status, body } = await acme.post(`${path}/secret`, undefined);
    expect(status).toBe(200);
    expect(body.secret).not.toBe(webhook.secret);
    expect((Date.parse(body.formerUntil) - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    await acme.post(`${path}/test`, undefined);
    const { headers, body: payload } = receiver.received.at(-1)!;
    for (const secret of [webhook.secret, body.secret]) {
      expect(new Verifier(secret).verify(payload, headers)).toMatchObject({ type: 'webhook.test' });
    }
  });
});

test('a sender that finishes after its lease expired does not end the lease of the next sender', async () => {
  const { acme, webhook } = await employerWithWebhook();
  const { lease, endLease, delivery } = webhookQueue(service.db);
  const current = async () =>
    (await delivery({ employerId: acme.employer.id, partnerId: null, id: webhook.id }))!;
  const now = Date.now();
  const expired = await lease(await current(), new Date(now));
  const next = await lease(await current(), new Date(now + LEASE_MILLIS));
  await endLease(expired!);
  expect((await current()).leaseUntil).toBe(next!.leaseUntil);
});

describe('POST /webhooks/{id}/test', () => {
  test('sends a test event immediately, and returns the result', async () => {
    const { acme, webhook, path } = await employerWithWebhook({ url: receiver.url });
    await acme.put(path, { status: 'paused' });
    const { status, body } = await acme.post(`${path}/test`, undefined);
    expect([status, body]).toEqual([200, { status: 204, error: null, milliseconds: expect.any(Number) }]);
    const { headers, body: payload } = receiver.received.at(-1)!;
    const event = new Verifier(webhook.secret).verify(payload, headers) as Event;
    expect(event).toMatchObject({
      id: 1,
      type: 'webhook.test',
      employer: { id: acme.employer.id, referenceId: acme.employer.partner?.referenceId },
      data: { job: { id: 1 }, by: { type: 'key' } },
    });
    expect(schemaErrors(['components', 'schemas', 'Event'], event)).toEqual([]);
    expect((await acme.get(path)).body).toMatchObject({ attempts: [], failures: 0 });
  });

  test('returns the status or the error of a failed test', async () => {
    const { acme, path } = await employerWithWebhook({ url: receiver.url });
    receiver.become(respondWithStatus(503));
    expect((await acme.post(`${path}/test`, undefined)).body).toMatchObject({ status: 503, error: null });
    receiver.become(respondWithStatus(204));
    await acme.put(path, { url: 'http://127.0.0.1:1/' });
    expect((await acme.post(`${path}/test`, undefined)).body).toMatchObject({
      status: null,
      error: 'connection_failed',
    });
  });
});
