import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { newWebhook, type Progress, type Webhook } from '../../../functions/webhooks/domain/webhook.ts';
import { webhookItem } from '../../../functions/webhooks/store/webhook-item.ts';
import { webhookStore } from '../../../functions/webhooks/store/webhooks.ts';
import { writeItems } from '../../bench/write-items.ts';
import { loggedLines } from '../../setup/logged-lines.ts';
import { startService } from '../../setup/service.ts';
import { startReceiver, respondWithStatus } from '../../setup/webhook-receiver.ts';
import * as sender from '../../setup/webhook-sender.ts';

process.env['WEBHOOK_TARGETS'] = 'any';
const table = await sender.tableWithoutStream();
const service = await startService();
const receiver = await startReceiver();

const MINUTE = 60_000;
const { time, pass, passToFullHour } = sender.clockOfRuns();
const { send, wakeUp } = sender;

beforeEach(() => {
  // The time is not at the beginning of an hour, when runs check for lost wake-ups.
  pass(61);
  receiver.received.length = 0;
  receiver.become(respondWithStatus(204));
});
afterEach(() => void jest.restoreAllMocks());

/** Creates a webhook, and runs the sender once so that nothing is due. */
async function idleWebhook({ leaseUntil = null, ...fields }: Partial<Webhook & Progress> = {}) {
  const acme = await service.newEmployer();
  const { body } = await acme.post('/webhooks', { url: receiver.url });
  const webhooks = webhookStore(service.db);
  const key = { employerId: acme.employer.id, id: Number(body.id) };
  await send();
  await webhooks.update(key, (webhook) => ({
    ...webhook,
    ...fields,
    progress: { ...webhook.progress!, leaseUntil },
  }));
  const current = async () => {
    const webhook = (await webhooks.get(key))!;
    return { ...webhook, ...webhook.progress! };
  };
  return { acme, key, read: current };
}

const addEvents = ({ key }: Awaited<ReturnType<typeof idleWebhook>>, count?: number) =>
  sender.addEvents(service.db, key.employerId, count);

const at = '2026-06-01T12:00:00.000Z';
const slowAttempt = { at, employer: null, event: 1, status: 204, error: null, milliseconds: 3_000 };
const slow = { attempts: [slowAttempt] };
const failing = { failures: 3, attempts: [{ ...slowAttempt, status: 500 }] };

/** The reads of a run with one failed attempt. */
async function readsOfRun() {
  const lines = await loggedLines(async () =>
    expect(await send()).toMatchObject({ delivered: 0, failed: 1 }),
  );
  const { calls, readUnits } = lines.find(({ operation }) => operation === 'sendWebhooks')!;
  return { calls, readUnits };
}

describe('a run of sendWebhooks', () => {
  test('makes the same reads for one due retry with or without 500 idle webhooks', async () => {
    receiver.become(respondWithStatus(500));
    const webhook = await idleWebhook(failing);
    await addEvents(webhook);
    await wakeUp(webhook.key.employerId);
    pass(5);
    const retryReads = await readsOfRun();
    const idle = Array.from({ length: 500 }, (_, index) => {
      const key = { employerId: 1_000_000 + Math.trunc(index / 5), id: (index % 5) + 1 };
      const terms = { ...key, cursor: 0, createdAt: at, creation: 'seeded' };
      const seeded = newWebhook({ url: receiver.url }, terms);
      return webhookItem({ ...seeded, progress: { ...seeded.progress!, dueAt: null } });
    });
    await writeItems({ client: table.client, tableName: table.TableName }, idle.values());
    pass(24 * 60);
    expect(await readsOfRun()).toEqual(retryReads);
    expect((await webhook.acme.delete(`/webhooks/${webhook.key.id}`)).status).toBe(204);
  });
});

describe('a webhook', () => {
  test('occupies a wake-up for at most three seconds if its receiver is slow, and gets its other events in the next run', async () => {
    const webhook = await idleWebhook();
    await addEvents(webhook, 4);
    let moment = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => moment);
    receiver.become((response) => {
      moment += 1_900;
      response.writeHead(204).end();
    });
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    expect(await wakeUp(webhook.key.employerId)).toMatchObject({ delivered: 1, failed: 0, behind: 1 });
    expect(timeout.mock.calls).toEqual([[2_000]]);
    pass(1);
    expect(await send()).toMatchObject({ delivered: 3 });
    expect(receiver.events()).toEqual([1, 2, 3, 4]);
    expect((await webhook.read()).dueAt).toBeNull();
  });

  test('is queued by the next wake-up if the lease of a stopped sender remains', async () => {
    const webhook = await idleWebhook({ leaseUntil: new Date(time() + MINUTE).toISOString() });
    await addEvents(webhook);
    expect(await wakeUp(webhook.key.employerId)).toMatchObject({ delivered: 0 });
    expect(await send()).toMatchObject({ delivered: 0 });
    pass(2);
    expect(await send()).toMatchObject({ delivered: 1 });
  });

  test('is queued at the beginning of the next hour if its wake-up was lost, after all due webhooks are delivered', async () => {
    const webhook = await idleWebhook();
    await addEvents(webhook);
    expect(await send()).toMatchObject({ delivered: 0 });
    const due = await idleWebhook(slow);
    await addEvents(due);
    await wakeUp(due.key.employerId);
    passToFullHour();
    await send();
    expect([(await webhook.read()).cursor, (await due.read()).cursor]).toEqual([0, 1]);
    expect((await webhook.read()).dueAt).not.toBeNull();
    pass(1);
    await send();
    expect((await webhook.read()).cursor).toBe(1);
  });

  test('receives an event that was logged while it was created, without a wake-up', async () => {
    const webhook = await idleWebhook();
    await addEvents(webhook);
    const { employerId } = webhook.key;
    const second = await webhookStore(service.db).create(employerId, (key) =>
      newWebhook({ url: receiver.url }, { ...key, cursor: 0, createdAt: new Date().toISOString() }),
    );
    expect(await send()).toMatchObject({ delivered: 1 });
    expect((await webhookStore(service.db).get(second))?.progress?.dueAt).toBeNull();
  });

  test.each([
    ['resumed', { status: 'active' }],
    ['rewound', { cursor: 0 }],
  ])('receives its events in the next run after it is %s', async (_, change) => {
    const webhook = await idleWebhook({ status: 'status' in change ? 'paused' : 'active' });
    await addEvents(webhook);
    await send();
    expect(receiver.received).toEqual([]);
    expect((await webhook.acme.put(`/webhooks/${webhook.key.id}`, change)).status).toBe(200);
    expect(await send()).toMatchObject({ delivered: 1 });
  });

  test('leaves the queue while its employer is suspended, and receives its events after the suspension', async () => {
    const webhook = await idleWebhook(slow);
    const { employerId } = webhook.key;
    await addEvents(webhook);
    const operate = (how: string) => table.operate(`employer ${how} ${employerId}`);
    expect(await operate('suspend')).toMatchObject({ exitCode: 0 });
    await wakeUp(employerId);
    expect(await send()).toMatchObject({ delivered: 0 });
    expect((await webhook.read()).dueAt).toBeNull();
    expect(await operate('resume')).toMatchObject({ exitCode: 0 });
    expect(await send()).toMatchObject({ delivered: 1 });
  });
});
