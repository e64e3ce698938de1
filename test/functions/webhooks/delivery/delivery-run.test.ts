import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { signingSecretsOf, updateWebhook } from '../../../../functions/webhooks/domain/webhook.ts';
import { createDocumentClient } from '../../../../functions/platform/document-client.ts';
import { startReceiver, respondWithStatus, type Receiver } from '../../../setup/webhook-receiver.ts';
import {
  anEvent,
  clientEvent,
  logInMemory,
  SERVICE_SECRETS,
  webhookRuns,
  type LogInMemory,
} from '../../../setup/webhook-run.ts';

const client = createDocumentClient();

const HOUR = 60 * 60_000;

/** The ids from 1 to a number. */
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const eventsUpTo = (count: number) => upTo(count).map((id) => anEvent(id));

/** The id of the last created employer. The range is random, so that no other suite uses it. */
let lastEmployer = 900_000_000 + Math.trunc(Math.random() * 1_000_000) * 100;
let employerId = 0;
let log: LogInMemory;
let runs: ReturnType<typeof webhookRuns>;
let receiver: Receiver;

/** A DynamoDB client that calls a function before each command. */
const beforeEachCall = (whole: typeof client, act: () => Promise<void>) =>
  new Proxy(whole, {
    get: (target, name, proxy) =>
      name === 'send'
        ? (...sent: [never]) => act().then(() => target.send(...sent))
        : (Reflect.get(target, name, proxy) as unknown),
  });

beforeEach(async () => {
  lastEmployer += 1;
  employerId = lastEmployer;
  log = logInMemory();
  runs = webhookRuns(client, log);
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  expect(runs.errors).toEqual([]);
});

describe('a webhook', () => {
  test('receives every event once, in order, over one connection, in the format of Standard Webhooks', async () => {
    const connections = new Set<object>();
    receiver.become((response, { socket }) => {
      connections.add(socket);
      response.writeHead(204).end();
    });
    const webhook = await runs.create(employerId, receiver.url);
    log.append(...eventsUpTo(60));
    expect(await runs.run()).toMatchObject({ delivered: 60, failed: 0, finished: true });
    expect(connections.size).toBe(1);
    expect(receiver.events()).toEqual(upTo(60));
    const after = await runs.read(webhook);
    expect(after).toMatchObject({ cursor: 60, failures: 0, dueAt: null, leaseUntil: null });
    expect(after.attempts.map(({ event }) => event)).toEqual(Array.from({ length: 20 }, (_, i) => i + 41));
    expect(await runs.run()).toMatchObject({ delivered: 0, finished: true });

    const { headers, body } = receiver.received[59]!;
    expect(JSON.parse(body)).toEqual(clientEvent(employerId, 60));
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': `${employerId}-60`,
      'webhook-timestamp': String(runs.clock.now().getTime() / 1_000),
      connection: 'keep-alive',
    });
  });

  test('receives an event of a type that this version does not know, unchanged from the log', async () => {
    await runs.create(employerId, receiver.url);
    const later = { ...anEvent(1), type: 'moon.landed', data: { moon: { id: 7 } } };
    log.append(later as unknown as ReturnType<typeof anEvent>, anEvent(2));
    expect(await runs.run()).toMatchObject({ delivered: 2, broken: 0 });
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject(later);
  });

  test('receives only the selected types, and its cursor skips events of other types', async () => {
    const webhook = await runs.create(employerId, receiver.url, { types: ['job.created'] });
    log.append(anEvent(1), anEvent(2, 'job.created'), anEvent(3));
    await runs.run();
    expect(receiver.events()).toEqual([2]);
    expect((await runs.read(webhook)).cursor).toBe(3);
    log.append(...Array.from({ length: 30 }, (_, index) => anEvent(index + 4)));
    await runs.run();
    expect((await runs.read(webhook)).cursor).toBe(33);
    expect(receiver.received).toHaveLength(1);
  });

  test('is retried with the same webhook-id after each pause of Standard Webhooks, and then disabled', async () => {
    receiver.become(respondWithStatus(500));
    const webhook = await runs.create(employerId, receiver.url);
    log.append(anEvent(1), anEvent(2));
    const tried: number[] = [];
    const start = runs.clock.now().getTime();
    for (let step = 0; step < 20; step += 1) {
      const before = receiver.received.length;
      await runs.run();
      for (const { headers } of receiver.received.slice(before))
        tried.push(Number(headers['webhook-timestamp']));
      const { dueAt } = await runs.read(webhook);
      if (dueAt === null) break;
      // The webhook is not due before the pause ends.
      const millisUntilDue = Date.parse(dueAt) - runs.clock.now().getTime();
      runs.clock.pass(millisUntilDue - 1);
      expect((await runs.run()).failed).toBe(0);
      runs.clock.pass(1);
    }
    const pauses = tried.slice(1).map((each, index) => Math.round((each - tried[index]!) / 5) * 5);
    expect(pauses).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(tried[0]).toBe(start / 1_000);
    const messageIds = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    expect([...messageIds]).toEqual([`${employerId}-1`]);
    const failed = { status: 'disabled', reason: 'failed', cursor: 0, failures: 10 };
    expect(await runs.read(webhook)).toMatchObject({ ...failed, dueAt: null, leaseUntil: null });
    runs.clock.pass(30 * 24 * HOUR);
    expect(await runs.run()).toMatchObject({ delivered: 0, failed: 0 });
  });

  test('is disabled when its next event has expired', async () => {
    const webhook = await runs.create(employerId, receiver.url);
    log.append(...eventsUpTo(3));
    log.forgetBefore(3);
    expect(await runs.run()).toMatchObject({ delivered: 0, disabled: 1 });
    const expired = { status: 'disabled', reason: 'events_expired', cursor: 0 };
    expect(await runs.read(webhook)).toMatchObject(expired);
  });

  test('receives no further events from its old position after it is paused, rewound or deleted during a run', async () => {
    const create = (description: string) => runs.create(employerId, receiver.url, { description });
    const [paused, moved, removed] = [await create('paused'), await create('moved'), await create('removed')];
    log.append(...eventsUpTo(6));
    const calls: Record<string, number[]> = {};
    await runs.run({
      call: async ({ secrets }, { body }) => {
        const { id } = JSON.parse(body) as { id: number };
        const current = [paused, moved, removed].find(
          (each) => signingSecretsOf(SERVICE_SECRETS, each, runs.clock.now())[0] === secrets[0],
        )!;
        const eventIds = (calls[current.description ?? ''] ??= []);
        eventIds.push(id);
        if (id === 3 && eventIds.filter((each) => each === 3).length === 1) {
          if (current === paused) await runs.store.update(paused, (each) => ({ ...each, status: 'paused' }));
          if (current === moved)
            await runs.store.update(moved, (each) => updateWebhook(each, { cursor: 1 }, runs.clock.now()));
          if (current === removed) await runs.store.delete(removed, () => undefined);
        }
        return { status: 200, error: null, milliseconds: 1 };
      },
    });
    expect(calls).toEqual({ paused: [1, 2, 3], moved: [1, 2, 3, 2, 3, 4, 5, 6], removed: [1, 2, 3] });
    expect(await runs.read(paused)).toMatchObject({ status: 'paused', cursor: 2, leaseUntil: null });
    expect(await runs.read(moved)).toMatchObject({ cursor: 6, leaseUntil: null });
  });

  test('is delivered while 120 receivers of the employers of one partner hang', async () => {
    const hanging = 'https://hangs.example/';
    const ofPartner = Array.from({ length: 120 }, () => (lastEmployer += 1));
    for (const each of ofPartner) await runs.create(each, hanging);
    await runs.create(employerId, receiver.url);
    log.append(anEvent(1));
    const called: string[] = [];
    const hung = Promise.withResolvers<void>();
    const timer = setTimeout(hung.resolve, 10_000);
    await runs.run({
      partnerIdOf: async (id) => (ofPartner.includes(id) ? 7 : undefined),
      call: async ({ url }) => {
        called.push(url);
        if (url === hanging) await hung.promise;
        else hung.resolve();
        return { status: 200, error: null, milliseconds: 1 };
      },
    });
    clearTimeout(timer);
    expect(called.indexOf(receiver.url)).toBeLessThanOrEqual(25);
    expect(called).toHaveLength(121);
  });

  test('is delivered by one of several concurrent senders, and receives no event twice', async () => {
    await runs.create(employerId, receiver.url);
    log.append(...eventsUpTo(40));
    await Promise.all(Array.from({ length: 5 }, () => runs.run()));
    await runs.run();
    expect(receiver.events()).toEqual(upTo(40));
  });

  test('receives an event that marks it due at any moment of a run, and finally leaves the queue', async () => {
    // The last attempt was too slow for a wake-up to deliver to this webhook.
    const slow = { status: 204, error: null, milliseconds: 3_000 };
    const attempts = [{ at: '2026-06-01T12:00:00.000Z', employer: null, event: 0, ...slow }];
    let calls = 0;
    for (let moment = 1; ; moment += 1) {
      const got: string[] = [];
      const call = async (_: object, { id }: { id: string }) => {
        got.push(id);
        return slow;
      };
      log = logInMemory();
      runs = webhookRuns(client, log, runs.clock);
      const owner = (lastEmployer += 1);
      const webhook = await runs.create(owner, receiver.url, { attempts });
      log.append(anEvent(1));
      calls = 0;
      const by = beforeEachCall(client, async () => {
        calls += 1;
        if (calls !== moment) return;
        runs.clock.pass(1_000);
        log.append(anEvent(2));
        await runs.run(runs.wakeUp(owner));
      });
      await runs.run({ by, call });
      if (calls < moment) break;
      if ((await runs.read(webhook)).dueAt !== null) await runs.run({ call });
      expect([moment, got]).toEqual([moment, [`${owner}-1`, `${owner}-2`]]);
      expect(await runs.read(webhook)).toMatchObject({ cursor: 2, dueAt: null, leaseUntil: null });
    }
    expect(calls).toBeGreaterThanOrEqual(5);
  });
});
