import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { CreateTableCommand, DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { connectionOf } from '../../../bin/admin/connection.ts';
import { run as admin } from '../../../bin/admin/run.ts';
import { lambdaContext } from '../../../bin/local/lambda.ts';
import { scheduledCalls } from '../../../bin/local/schedule.ts';
import { createDocumentClient } from '../../../functions/platform/document-client.ts';
import { logBuilder } from '../../../functions/events/store/log-builder.ts';
import { tableDefinition } from '../../../functions/platform/dynamodb/table.ts';
import { newWebhook, type Webhook } from '../../../functions/webhooks/domain/webhook.ts';
import { webhookItem } from '../../../functions/webhooks/store/webhook-item.ts';
import { webhookStore } from '../../../functions/webhooks/store/webhooks.ts';
import { writeItems } from '../../bench/write-items.ts';
import { setClock } from '../../setup/clock.ts';
import { deployment } from '../../setup/deployment.ts';
import { startService } from '../../setup/service.ts';
import { startReceiver, respondWithStatus } from '../../setup/webhook-receiver.ts';
import { anEvent } from '../../setup/webhook-run.ts';

process.env['WEBHOOK_TARGETS'] = 'any';
const client = createDocumentClient();
// A table without a stream, which would make 5,000 writes slow.
const TableName = `webhook-queue-${crypto.randomUUID()}`;
await client.send(new CreateTableCommand(tableDefinition(TableName)));
process.env['TABLE_NAME'] = TableName;
const service = await startService();
const receiver = await startReceiver();
afterAll(async () => {
  await service.close();
  await receiver.close();
  await client.send(new DeleteTableCommand({ TableName }));
  client.destroy();
});

const MINUTE = 60_000;
let time = Date.parse('2026-06-01T12:00:30.000Z');

/** Lets so many minutes pass. */
function pass(minutes: number) {
  time += minutes * MINUTE;
  setClock(time);
}

beforeEach(() => {
  // No full hour.
  pass(61);
  receiver.received.length = 0;
  receiver.become(respondWithStatus(204));
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

type Send = (event: object, context: object) => Promise<{ delivered: number; failed: number }>;

/** Calls the sender: as the schedule does, or with the records of logs that have grown. */
async function send(event: object = {}) {
  const { functionName: name } = scheduledCalls.find(({ operation }) => operation === 'sendWebhooks')!;
  const handler = (await deployment.handlers(name)) as unknown as Send;
  return handler(
    event,
    lambdaContext(name, 'test', () => 120_000),
  );
}

const ring = (employerId: number) =>
  send({ Records: [{ dynamodb: { Keys: { PK: { S: `V#${employerId}` } } } }] });

/** A webhook that has had its first run. */
async function idleWebhook(fields: Partial<Webhook> = {}) {
  const acme = await service.newEmployer();
  const { body } = await acme.post('/webhooks', { url: receiver.url });
  const webhooks = webhookStore(service.db);
  const key = { employerId: acme.employer.id, id: Number(body.id) };
  await send();
  await webhooks.update(key, (webhook) => ({ ...webhook, ...fields }));
  return { acme, key, read: async () => (await webhooks.get(key))! };
}

/** Adds an event to the log, as its builder does; no bell rings. */
async function addEvent(
  { key: { employerId } }: Awaited<ReturnType<typeof idleWebhook>>,
  sequenceNumber = '1',
) {
  const { id: _, ...event } = anEvent(1);
  const change = { employerId, source: 'j', sequenceNumber, event } as const;
  expect(await logBuilder(service.db, 90 * 24 * 60 * 60).add(employerId, [change])).toBe(1);
}

const slow = {
  attempts: [
    {
      at: '2026-06-01T12:00:00.000Z',
      employer: null,
      event: 1,
      status: 204,
      error: null,
      milliseconds: 3_000,
    },
  ],
};
const failing = { failures: 3, attempts: [{ ...slow.attempts[0]!, status: 500 }] };

/** What a run that fails once reads. */
async function readsOfRun() {
  const lines: { operation?: string; calls: number; readUnits: number }[] = [];
  const log = jest
    .spyOn(console, 'log')
    .mockImplementation((line) => void lines.push(JSON.parse(String(line))));
  expect(await send()).toMatchObject({ delivered: 0, failed: 1 });
  log.mockRestore();
  const { calls, readUnits } = lines.find(({ operation }) => operation === 'sendWebhooks')!;
  return { calls, readUnits };
}

describe('a run of sendWebhooks', () => {
  test('reads as much with 5,000 idle webhooks and one due retry as with that retry alone', async () => {
    receiver.become(respondWithStatus(500));
    const webhook = await idleWebhook(failing);
    await addEvent(webhook);
    await ring(webhook.key.employerId);
    pass(5);
    const retryReads = await readsOfRun();
    const idle = Array.from({ length: 5_000 }, (_, index) =>
      webhookItem({
        ...newWebhook(
          { url: receiver.url },
          {
            employerId: 1_000_000 + Math.trunc(index / 5),
            id: (index % 5) + 1,
            cursor: 0,
            createdAt: '2026-01-01T00:00:00.000Z',
            creation: 'seeded',
          },
        ),
        dueAt: null,
      }),
    );
    await writeItems({ client, tableName: TableName }, idle.values());
    pass(24 * 60);
    expect(await readsOfRun()).toEqual(retryReads);
    expect((await webhook.acme.delete(`/webhooks/${webhook.key.id}`)).status).toBe(204);
  });
});

describe('a webhook', () => {
  test('is delivered by its wake-up, and is in the queue neither before nor after', async () => {
    const webhook = await idleWebhook();
    expect((await webhook.read()).dueAt).toBeNull();
    await addEvent(webhook);
    expect(await ring(webhook.key.employerId)).toMatchObject({ delivered: 1 });
    expect(await webhook.read()).toMatchObject({ dueAt: null, leaseUntil: null });
  });

  test('with a slow last attempt is queued by its wake-up', async () => {
    const webhook = await idleWebhook(slow);
    await addEvent(webhook);
    expect(await ring(webhook.key.employerId)).toMatchObject({ delivered: 0 });
    expect(await send()).toMatchObject({ delivered: 1 });
    expect((await webhook.read()).dueAt).toBeNull();
  });

  test('with a barely fast receiver holds a wake-up for at most three seconds, and the next run delivers the rest in order', async () => {
    const webhook = await idleWebhook();
    for (const sequenceNumber of ['1', '2', '3', '4']) await addEvent(webhook, sequenceNumber);
    let moment = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => moment);
    receiver.become((response) => {
      moment += 1_900;
      response.writeHead(204).end();
    });
    expect(await ring(webhook.key.employerId)).toMatchObject({ delivered: 1 });
    pass(1);
    expect(await send()).toMatchObject({ delivered: 3 });
    expect(receiver.events()).toEqual([1, 2, 3, 4]);
    expect((await webhook.read()).dueAt).toBeNull();
  });

  test('with the lease of a stopped sender is queued by the next wake-up', async () => {
    const webhook = await idleWebhook({ leaseUntil: new Date(time + MINUTE).toISOString() });
    await addEvent(webhook);
    expect(await ring(webhook.key.employerId)).toMatchObject({ delivered: 0 });
    expect(await send()).toMatchObject({ delivered: 0 });
    pass(2);
    expect(await send()).toMatchObject({ delivered: 1 });
  });

  test('whose wake-up was lost is queued when the next hour begins, after due ones are delivered', async () => {
    const webhook = await idleWebhook();
    await addEvent(webhook);
    expect(await send()).toMatchObject({ delivered: 0 });
    const due = await idleWebhook(slow);
    await addEvent(due);
    await ring(due.key.employerId);
    pass(60 - new Date(time).getUTCMinutes());
    await send();
    expect([(await webhook.read()).cursor, (await due.read()).cursor]).toEqual([0, 1]);
    expect((await webhook.read()).dueAt).not.toBeNull();
    pass(1);
    await send();
    expect((await webhook.read()).cursor).toBe(1);
  });

  test('receives an event that was logged while it was created, without a wake-up', async () => {
    const webhook = await idleWebhook();
    await addEvent(webhook);
    const { employerId } = webhook.key;
    const second = await webhookStore(service.db).create(employerId, (key) =>
      newWebhook({ url: receiver.url }, { ...key, cursor: 0, createdAt: new Date().toISOString() }),
    );
    expect(await send()).toMatchObject({ delivered: 1 });
    expect((await webhookStore(service.db).get(second))?.dueAt).toBeNull();
  });

  test.each([
    ['resumed', { status: 'active' }],
    ['set back', { cursor: 0 }],
  ])('that is %s receives its events in the next run', async (_, change) => {
    const webhook = await idleWebhook({ status: 'status' in change ? 'paused' : 'active' });
    await addEvent(webhook);
    await send();
    expect(receiver.received).toEqual([]);
    expect((await webhook.acme.put(`/webhooks/${webhook.key.id}`, change)).status).toBe(200);
    expect(await send()).toMatchObject({ delivered: 1 });
  });

  test('of a suspended employer leaves the queue, and receives its events after the suspension', async () => {
    const webhook = await idleWebhook(slow);
    const { employerId } = webhook.key;
    await addEvent(webhook);
    const operate = (how: string) =>
      admin(
        ['employer', how, String(employerId)],
        async () => connectionOf(client, TableName, false),
        new Date(),
        async () => '',
      );
    expect(await operate('suspend')).toMatchObject({ exitCode: 0 });
    await ring(employerId);
    expect(await send()).toMatchObject({ delivered: 0 });
    expect((await webhook.read()).dueAt).toBeNull();
    expect(await operate('resume')).toMatchObject({ exitCode: 0 });
    expect(await send()).toMatchObject({ delivered: 1 });
  });
});
