import { join } from 'node:path';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Webhook as Verifier } from 'standardwebhooks';
import { outbox } from '../../../functions/mail/outbox.ts';
import { partnerEmployerItem } from '../../../functions/accounts/store/partner-entries.ts';
import { webhooks } from '../../../functions/events/store/sources/webhooks.ts';
import { mailOrder } from '../../../functions/platform/dynamodb/sort-keys.ts';
import { webhookKeys } from '../../../functions/webhooks/keys.ts';
import type { Event } from '../../../schemas/event.ts';
import { parseMail } from '../../setup/a-mail.ts';
import { writeItems } from '../../bench/write-items.ts';
import { isBundled } from '../../setup/deployment.ts';
import { createPartnerClient } from '../../setup/partners.ts';
import { startService } from '../../setup/service.ts';
import { startReceiver, respondWithStatus } from '../../setup/webhook-receiver.ts';
import * as sender from '../../setup/webhook-sender.ts';

process.env['WEBHOOK_TARGETS'] = 'any';
const table = await sender.tableWithoutStream();
process.env['DATA_DIR'] = join(process.env['DATA_DIR'] ?? '', table.TableName);
const service = await startService();
const receiver = await startReceiver();

const MINUTE = 60_000;
const { time, pass } = sender.clockOfRuns();

/** The pause after each failed attempt plus one minute, in minutes. */
const beforeRetries = [1, 6, 31, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 60 + 1)];

/** Empties the queues, so that no test finds entries of an earlier test. */
beforeEach(async () => {
  pass(61);
  receiver.become(respondWithStatus(204));
  for (let round = 0; round < 3; round += 1) await send();
  await service.runNotices();
  receiver.received.length = 0;
});

interface Account {
  id: number;
}

const send = () => sender.withoutHaste(sender.send);
const wakeUp = (...accounts: Account[]) =>
  sender.withoutHaste(() => sender.wakeUp(...accounts.map(({ id }) => id)));
const addEvents = ({ id }: Account, count?: number) => sender.addEvents(service.db, id, count);

/** Logs an event of each account, and runs the sender as their stream does. */
async function logEvents(...accounts: Account[]) {
  for (const account of accounts) await addEvents(account);
  return wakeUp(...accounts);
}

/** The ids of the received events in order, by employer. */
function receivedIds(): Record<string, number[]> {
  const messages = receiver.received.map(({ headers }) => (headers['webhook-id'] ?? '').split('-'));
  const byEmployer = Object.groupBy(messages, ([employer = '']) => employer);
  return Object.fromEntries(
    Object.entries(byEmployer).map(([employer, sent = []]) => [employer, sent.map(([, id]) => Number(id))]),
  );
}

/** Makes the receiver refuse all events of an account, or one event, and accept all others. */
const refuseOf = ({ id }: { id: number }, event?: number) =>
  receiver.become((response) => {
    const messageId = receiver.received.at(-1)!.headers['webhook-id'] ?? '';
    const isRefused = event === undefined ? messageId.startsWith(`${id}-`) : messageId === `${id}-${event}`;
    response.writeHead(isRefused ? 422 : 204).end();
  });

/** A partner with two employers and a webhook. */
async function partnerWithWebhook(fields: object = {}) {
  const partner = await createPartnerClient(service);
  const [bakery, cafe] = [await partner.newEmployer('C-1'), await partner.newEmployer('C-2')];
  await addEvents(bakery);
  pass(2);
  const { body: webhook } = await partner.post('/webhooks', { url: receiver.url, ...fields });
  const path = `/webhooks/${webhook.id}`;
  return { ...partner, bakery, cafe, webhook, path, read: async () => (await partner.get(path)).body };
}

const itemsOf = async ({ id }: { id: number }) =>
  service.db.query({
    KeyConditionExpression: 'PK = :partition',
    ExpressionAttributeValues: { ':partition': `W#${id}` },
  });

describe('the webhook of a partner', () => {
  test('receives all events logged after its creation, from old and new employers, in order for each employer', async () => {
    const { partner, bakery, cafe, webhook, newEmployer, read, put, path } = await partnerWithWebhook();
    expect(webhook).toMatchObject({ id: 1, cursor: null, failures: 0, attempts: [] });
    const later = await newEmployer('C-3');
    for (const account of [bakery, cafe, later, partner]) await addEvents(account, 3);
    expect(await wakeUp(bakery, cafe, later, partner)).toMatchObject({ delivered: 12, failed: 0 });
    expect(receivedIds()).toEqual({
      [bakery.id]: [2, 3, 4],
      [cafe.id]: [1, 2, 3],
      [later.id]: [1, 2, 3],
      [partner.id]: [1, 2, 3],
    });
    const { headers, body } = receiver.received[0]!;
    const event = new Verifier(webhook.secret).verify(body, headers) as Event;
    expect(`${event.employer.id}-${event.id}`).toBe(headers['webhook-id']);
    expect({ ...(await read()), secret: webhook.secret }).toEqual(webhook);
    expect((await put(path, await read())).body).toEqual(await read());
    receiver.received.length = 0;
    await addEvents(cafe, 30);
    await wakeUp(cafe);
    expect(receivedIds()).toEqual({ [cafe.id]: Array.from({ length: 30 }, (_, index) => index + 4) });
    expect(await send()).toMatchObject({ delivered: 0 });
  });

  test('leaves the webhooks of its employers unchanged, and receives no events of other employers', async () => {
    const { bakery, forEmployer } = await partnerWithWebhook({ types: ['job.created'] });
    await partnerWithWebhook();
    const client = forEmployer(bakery.id);
    expect((await client.post('/webhooks', { url: receiver.url })).body).toMatchObject({ id: 1, cursor: 1 });
    expect(await logEvents(bakery)).toMatchObject({ delivered: 1 });
    expect((await client.get('/webhooks')).body.data).toMatchObject([{ id: 1, cursor: 2 }]);
  });

  test('resends all retained events of every employer after a cursor of 0, the only one that it may get', async () => {
    const { bakery, cafe, put, path } = await partnerWithWebhook();
    await addEvents(cafe, 2);
    await wakeUp(cafe);
    receiver.received.length = 0;
    for (const cursor of [1, 1_000]) {
      const message = expect.stringContaining('must be 0');
      const errors = [{ pointer: '/cursor', code: 'not_allowed', message }];
      expect(await put(path, { cursor })).toMatchObject({ status: 400, body: { errors } });
    }
    expect((await put(path, { cursor: 0 })).body).toMatchObject({ cursor: null, status: 'active' });
    await send();
    expect(receivedIds()).toEqual({ [bakery.id]: [1], [cafe.id]: [1, 2] });
  });

  test('receives no events while it is paused, and all of them afterwards', async () => {
    const { bakery, put, path } = await partnerWithWebhook();
    await logEvents(bakery);
    await put(path, { status: 'paused' });
    expect(await logEvents(bakery)).toMatchObject({ delivered: 0 });
    await put(path, { status: 'active' });
    await send();
    expect(receivedIds()).toEqual({ [bakery.id]: [2, 3] });
  });

  test('is due for each of 102 employers as soon as it is resumed', async () => {
    const { partner, bakery, put, path } = await partnerWithWebhook();
    const employers = Array.from({ length: 100 }, (_, index) => ({ ...bakery, id: 900_000_001 + index }));
    const keyOf = ({ id }: Account) => webhookKeys.delivery(id, partner.id, 1);
    const items = employers.flatMap((employer) => [
      partnerEmployerItem(partner.id, employer),
      { ...keyOf(employer), cursor: 1, failures: 3, version: 1 },
    ]);
    await writeItems({ client: table.client, tableName: table.TableName }, items.values());
    await put(path, { status: 'active' });
    const deliveries = await service.db.batchGet(employers.map(keyOf));
    expect(deliveries.filter((item) => 'm' in item && item['failures'] === 0)).toHaveLength(100);
  });

  test('is disabled for all employers when its receiver responds with 410, and loses no event', async () => {
    const { bakery, cafe, put, path, read } = await partnerWithWebhook();
    receiver.become(respondWithStatus(410));
    expect(await logEvents(bakery)).toMatchObject({ failed: 1, disabled: 1 });
    const attempts = [{ employer: bakery.id, event: 2, status: 410 }];
    expect(await read()).toMatchObject({ status: 'disabled', reason: 'gone', attempts });
    receiver.become(respondWithStatus(204));
    receiver.received.length = 0;
    await addEvents(cafe);
    expect(await wakeUp(bakery, cafe)).toMatchObject({ delivered: 0 });
    expect((await put(path, { status: 'active' })).body).toMatchObject({ reason: null, failures: 0 });
    await send();
    expect(receivedIds()).toEqual({ [bakery.id]: [2], [cafe.id]: [1] });
  });

  test('stops at a refused event of one employer, and continues with the other employers', async () => {
    const { bakery, cafe, read } = await partnerWithWebhook();
    refuseOf(bakery);
    await addEvents(bakery, 2);
    await addEvents(cafe, 2);
    expect(await wakeUp(bakery, cafe)).toMatchObject({ delivered: 2, failed: 1 });
    expect(receivedIds()).toEqual({ [bakery.id]: [2], [cafe.id]: [1, 2] });
    const attempts = expect.arrayContaining([expect.objectContaining({ status: 422 })]);
    expect(await read()).toMatchObject({ status: 'active', failures: 0, attempts });
    receiver.become(respondWithStatus(204));
    receiver.received.length = 0;
    pass(1);
    await send();
    expect(receivedIds()).toEqual({ [bakery.id]: [2, 3] });
  });

  test('skips an event that is refused for three days, and records the skip in its attempts and in an event', async () => {
    const { partner, bakery, read, put, path } = await partnerWithWebhook();
    const owner = { Key: webhookKeys.webhook(partner.id, 1), ConsistentRead: true };
    const before = await service.db.get(owner);
    const began = time();
    refuseOf(bakery, 2);
    await addEvents(bakery, 2);
    await wakeUp(bakery);
    for (const minutes of beforeRetries) {
      pass(minutes);
      await send();
    }
    const skipped = (await read()).attempts.find((each: { skipped?: true }) => each.skipped);
    expect(skipped).toMatchObject({ employer: bakery.id, event: 2, status: 422 });
    expect(Date.parse(skipped.at) - began).toBeGreaterThan(3 * 24 * 60 * MINUTE);
    expect(receivedIds()[bakery.id]?.filter((id) => id === 2)).toHaveLength(10);
    expect(receivedIds()[bakery.id]?.at(-1)).toBe(3);
    expect(await read()).toMatchObject({ status: 'active', failures: 0 });
    const after = await service.db.get(owner);
    const by = { type: 'operator', at: time() } as const;
    const events = webhooks.eventsFor({ key: owner.Key, before, after, by, at: time(), idOf: String });
    const data = { webhook: { id: 1 }, skipped: { employer: bakery.id, event: 2 } };
    expect(events).toMatchObject([{ employerId: partner.id, event: { type: 'webhook.skipped', data } }]);
    expect((await put(path, { types: ['webhook.skipped'] })).status).toBe(200);
  });

  test('pauses for all employers when its receiver is down, and resumes for all after one success', async () => {
    const { newEmployer, read } = await partnerWithWebhook();
    const accounts = await Array.fromAsync({ length: 12 }, (_, each) => newEmployer(`D-${each}`));
    receiver.become(respondWithStatus(503));
    await logEvents(...accounts);
    expect(receiver.received.length).toBeLessThanOrEqual(5);
    expect(await read()).toMatchObject({ failures: 1, nextAttemptAt: expect.any(String) });
    pass(60);
    await send();
    const attempts = receiver.received.length;
    expect(attempts).toBeLessThanOrEqual(10);
    for (let minute = 0; minute < 3; minute += 1) {
      pass(1);
      expect(await send()).toMatchObject({ failed: 0, paused: 1, finished: true });
    }
    expect(receiver.received).toHaveLength(attempts);
    expect(await read()).toMatchObject({ status: 'active', failures: 2 });
    receiver.become(respondWithStatus(204));
    receiver.received.length = 0;
    pass(2);
    expect(await send()).toMatchObject({ delivered: 12, failed: 0, paused: 0 });
    expect(await read()).toMatchObject({ failures: 0, nextAttemptAt: null });
  });

  test('gets its events within 30 seconds after an outage of two minutes, in the run that waits for the end of the pause', async () => {
    const { bakery, read } = await partnerWithWebhook();
    receiver.become(respondWithStatus(503));
    await logEvents(bakery);
    pass(2);
    expect(await send()).toMatchObject({ failed: 1 });
    const { nextAttemptAt } = await read();
    expect(Date.parse(nextAttemptAt) - time()).toBeLessThanOrEqual(30_000);
    receiver.become(respondWithStatus(204));
    const running = sender.send({}, 120_000);
    pass(0.5);
    expect(await running).toMatchObject({ delivered: 1, failed: 0 });
  });

  const testOfSources = isBundled ? test.skip : test;
  testOfSources('is read once in a run, regardless of the number of employers', async () => {
    const { partner, newEmployer } = await partnerWithWebhook();
    const accounts = await Array.fromAsync({ length: 5 }, (_, each) => newEmployer(`E-${each}`));
    for (const account of accounts) await addEvents(account, 3);
    const spy = jest.spyOn(DynamoDBClient.prototype, 'send');
    expect(await wakeUp(...accounts)).toMatchObject({ delivered: 15 });
    const inputs = spy.mock.calls.map(([{ input }]) => JSON.stringify(input));
    spy.mockRestore();
    expect(inputs.length).toBeGreaterThan(15);
    expect(inputs.filter((input) => input.includes(`"W#${partner.id}"`))).toHaveLength(1);
  });

  test.each(['partner', 'employer'] as const)(
    'pauses while its %s is suspended, and continues afterwards',
    async (suspended) => {
      const { partner, bakery, put } = await partnerWithWebhook();
      const suspend = async (isSuspended: boolean) =>
        suspended === 'employer'
          ? put(`/employers/${bakery.id}`, { suspended: isSuspended })
          : table.operate(`partner ${isSuspended ? 'suspend' : 'resume'} ${partner.id}`);
      await suspend(true);
      await addEvents(bakery);
      await wakeUp(bakery);
      expect(receiver.received).toEqual([]);
      await suspend(false);
      pass(1);
      await send();
      expect(receivedIds()).toEqual({ [bakery.id]: [2] });
    },
  );

  test.each([
    ['a pending rewind', { reach: { since: null, round: 'rewind' } }, { bakery: [1, 2], cafe: [1] }],
    ['a pending resumption', { reach: { since: null, round: 'resume' } }, { bakery: [2], cafe: [1] }],
  ])('continues after %s that release 1.3.0 stored', async (_, stored, expected) => {
    const { partner, bakery, cafe, put, path, read } = await partnerWithWebhook();
    await put(path, { status: 'paused' });
    for (const account of [bakery, cafe]) await addEvents(account);
    const Key = webhookKeys.webhook(partner.id, 1);
    const item = await service.db.get({ Key, ConsistentRead: true });
    const queued = {
      m: `HOOK#${partner.id % 4}`,
      o: mailOrder(new Date(time()).toISOString(), partner.id, 1),
    };
    const delivery = {
      ...webhookKeys.delivery(bakery.id, partner.id, 1),
      cursor: 1,
      failures: 0,
      version: 1,
    };
    for (const Item of [{ ...item, ...stored, cursor: 0, status: 'active', ...queued }, delivery]) {
      await service.db.put({ Item });
    }
    await send();
    await send();
    expect(receivedIds()).toEqual({ [bakery.id]: expected.bakery, [cafe.id]: expected.cafe });
    expect(await read()).toMatchObject({ status: 'active', failures: 0, nextAttemptAt: null });
    expect(await service.db.get({ Key, ConsistentRead: true })).not.toHaveProperty('m');
  });

  test('leaves no items for its employers after its deletion', async () => {
    const { bakery, cafe, path, delete: remove } = await partnerWithWebhook();
    await logEvents(bakery, cafe);
    receiver.become(respondWithStatus(500));
    await logEvents(cafe);
    expect(await itemsOf(bakery)).toHaveLength(1);
    expect((await remove(path)).status).toBe(204);
    await logEvents(bakery);
    pass(1);
    await send();
    expect([await itemsOf(bakery), await itemsOf(cafe)]).toEqual([[], []]);
  });

  test('leaves no item for an employer that has left the partner', async () => {
    const { bakery } = await partnerWithWebhook();
    await logEvents(bakery);
    expect(await itemsOf(bakery)).toHaveLength(1);
    await table.operate(`employer move ${bakery.id} --partner none`);
    pass(1);
    await logEvents(bakery);
    expect(await itemsOf(bakery)).toEqual([]);
  });
});

/** Disables the webhook of a partner, or of an employer, by an event of the employer. */
async function disable({ put, bakery, cafe, forEmployer }: Awaited<ReturnType<typeof partnerWithWebhook>>) {
  await put('/partner', { contactEmail: 'ops@ats.example' });
  await forEmployer(cafe.id).put('/employer', { contactEmail: 'hr@cafe.example', language: 'fr' });
  await forEmployer(cafe.id).post('/webhooks', { url: receiver.url });
  receiver.become(respondWithStatus(410));
  await logEvents(bakery, cafe);
  pass(1);
}

describe('the mail about a disabled webhook', () => {
  const mails = outbox(join(process.env['DATA_DIR'] ?? '', 'outbox'));
  const mailTo = async ({ id }: Account) => parseMail((await mails.get(`${id}_1_webhook`))!);

  test('is sent once, in the language of the owner, with the reason and how to resume the webhook', async () => {
    const acme = await partnerWithWebhook();
    await disable(acme);
    expect(await service.runNotices()).toMatchObject({ sent: 2, finished: true });
    const ofPartner = await mailTo(acme.partner);
    expect(ofPartner).toMatchObject({
      to: [{ address: 'ops@ats.example' }],
      subject: 'Your webhook has been disabled',
      text: expect.stringContaining(receiver.url),
    });
    expect(ofPartner.text).toMatch(/^Reason: Its receiver answered 410/m);
    expect(ofPartner.text).toContain('PUT /webhooks/1 with {"status": "active"}');
    expect(await mailTo(acme.cafe)).toMatchObject({
      to: [{ address: 'hr@cafe.example' }],
      subject: 'Votre webhook a été désactivé',
    });
    pass(24 * 60 + 1);
    expect(await service.runNotices()).toMatchObject({ sent: 0, skipped: 0 });
  });

  test('is sent at most once a day, and on the next day if the webhook is disabled again', async () => {
    const acme = await partnerWithWebhook();
    await disable(acme);
    await service.runNotices();
    await acme.forEmployer(acme.cafe.id).put('/webhooks/1', { status: 'active' });
    await logEvents(acme.cafe);
    pass(1);
    await send();
    pass(1);
    expect(await service.runNotices()).toMatchObject({ sent: 0, postponed: 1, finished: true });
    pass(24 * 60);
    expect(await service.runNotices()).toMatchObject({ sent: 1, postponed: 0 });
  });

  test('is not sent if the owner has resumed or paused the webhook first', async () => {
    const acme = await partnerWithWebhook();
    await disable(acme);
    await acme.put(acme.path, { status: 'active' });
    await acme.forEmployer(acme.cafe.id).put('/webhooks/1', { status: 'paused' });
    expect(await service.runNotices()).toMatchObject({ sent: 0, skipped: 0 });
  });

  test('is not sent to an owner without a contact, or to a test employer', async () => {
    const acme = await partnerWithWebhook();
    const { body: trial } = await acme.put('/employers', { referenceId: 'C-9', name: 'Try', test: true });
    await disable({ ...acme, cafe: trial });
    await acme.put('/partner', { contactEmail: null });
    const before = (await mails.list()).length;
    expect(await service.runNotices()).toMatchObject({ sent: 1, skipped: 1, finished: true });
    expect(await mails.list()).toHaveLength(before);
    expect(await service.runNotices()).toMatchObject({ sent: 0, skipped: 0 });
  });
});
