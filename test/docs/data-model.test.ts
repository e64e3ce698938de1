import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import { createClient } from '../../functions/platform/store-client.ts';
import { keys } from '../../functions/platform/dynamodb/table.ts';
import { afterAttempt } from '../../functions/webhooks/domain/delivery.ts';
import { webhookQueue } from '../../functions/webhooks/store/webhook-queue.ts';
import { aJob } from '../setup/a-job.ts';
import { apply, aResume } from '../setup/an-application.ts';
import { beginAt } from '../setup/begin-at.ts';
import { tableStream } from '../setup/event-log.ts';
import { manyTexts } from '../setup/many-texts.ts';
import { setClock } from '../setup/clock.ts';
import { answerOnWire } from '../setup/dynamo-proxy.ts';
import { isTransaction, lostRequest } from '../setup/faults.ts';
import { startFaultyStore } from '../setup/faulty-store.ts';
import { blocks } from '../setup/markdown.ts';
import { ownTable } from '../setup/own-table.ts';
import { postingOf } from '../setup/posting.ts';
import { rawRequest } from '../setup/raw-request.ts';
import { startService } from '../setup/service.ts';

type Item = Record<string, unknown>;

process.env['RATE_LIMITS'] = 'on';
const table = await ownTable();
const store = await startFaultyStore();
const service = await startService();
setClock('2026-06-01T12:00:00Z');
const acme = await service.newEmployer({ name: 'Acme Inc.', plan: 'unlimited' });

afterAll(async () => {
  await service.close();
  await table.drop();
  await store.goDown();
});

/** A job with everything that has its own item, which is then changed. */
async function createAndUpdate(): Promise<void> {
  const baker = aJob({
    referenceId: 'REQ-1',
    title: 'Apprentice',
    status: 'active',
    autoRefresh: true,
    locations: [{ description: 'Kitsilano, BC' }, { description: 'Vancouver, BC' }],
    categories: [{ id: 18 }],
    salary: { amount: 24.5, maxAmount: 30, period: { id: 5 } },
    description: '<p>Bread, early in the morning.</p>',
  });
  const { status, body } = await acme.post('/jobs', baker, { 'idempotency-key': 'sync-1' });
  expect(status).toBe(201);
  expect((await acme.put(`/jobs/${body.id}`, { title: 'Baker' })).status).toBe(200);
}

const written = {
  name: 'Zoé Tremblay',
  email: 'zoe@example.com',
  telephone: null,
  coverLetter: 'I have baked since 2019.',
};

/** An application for a job, with a file. */
async function applyForJob(): Promise<void> {
  const { body: job } = await acme.get('/jobs/1');
  const resume = aResume('Zoé Tremblay.txt', Buffer.from('Boulangère depuis 2019\n'));
  expect((await apply(service.anyone, job.id, { ...written, resume })).status).toBe(201);
}

/** A creation whose first attempt is lost and which another one overtakes, so that it leaves a tombstone. */
async function createInVain(): Promise<void> {
  const post = () => acme.post('/jobs', aJob({ referenceId: 'REQ-2' }));
  let transactions = 0;
  store.plans.set(keys.employer(acme.employer.id).PK, {
    calls: 0,
    plan: (call) => {
      if (!isTransaction(call)) return undefined;
      transactions += 1;
      if (transactions === 1) return lostRequest;
      if (transactions > 2) return undefined;
      return async ({ pass, response }) => {
        expect((await post()).status).toBe(201);
        answerOnWire(response, await pass());
      };
    },
  });
  expect((await post()).status).toBe(409);
  store.reset();
}

/** A confidential job, which has a public name, and a candidate who goes on to its employer's website. */
async function createAndFollow(): Promise<void> {
  const website = { applicantRoutingType: { id: 2 }, applicationUrl: 'https://example.com/apply' };
  const created = await acme.post('/jobs', aJob({ confidential: true, status: 'active', ...website }));
  const { status } = await rawRequest(service.origin, { path: `${new URL(postingOf(created)).pathname}/go` });
  expect(status).toBe(302);
}

/** Another employer, whose first band of the status map is full and folded. */
async function fold(): Promise<void> {
  const other = await service.newEmployer();
  await beginAt(service.db, other.employer.id, 2_366);
  for (const status of ['active', 'draft']) await other.post('/jobs', aJob({ status }));
  expect(await service.foldStatusMaps()).toMatchObject({ folded: 1 });
}

/** A search among jobs enough for a pack. */
async function search(): Promise<void> {
  for (const Item of manyTexts(acme.employer.id)) await service.db.put({ Item });
  expect((await acme.get('/jobs?q=none')).status).toBe(200);
}

/** A webhook whose first attempt failed. */
async function createWebhook(): Promise<void> {
  const url = 'https://ats.example.com/hooks/jobs';
  expect((await acme.post('/webhooks', { url, types: ['job.updated'] })).status).toBe(201);
  const queue = webhookQueue(service.db);
  const webhook = await queue.get({ employerId: acme.employer.id, id: 1 });
  if (!webhook) throw new Error('There is no webhook.');
  const at = new Date().toISOString();
  const failed = afterAttempt(webhook, { at, event: 1, status: 500, error: null, milliseconds: 87 });
  expect(await queue.settle(webhook, failed, new Date())).toBe(true);
}

/** What the employer says about itself. */
async function describeEmployer(): Promise<void> {
  const profile = { about: '<p>We bake.</p>', website: 'https://acme.example' };
  expect((await acme.put('/employer', profile)).status).toBe(200);
}

const standingForAll = (shown: object): Item =>
  Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, standingFor(value)]));

/** Turns a value of an example into a matcher for every value it can stand for. */
function standingFor(shown: unknown): unknown {
  if (shown === '…') return expect.anything();
  if (Array.isArray(shown)) return shown.map(standingFor);
  if (typeof shown === 'object' && shown !== null) return standingForAll(shown);
  if (typeof shown !== 'string' || !shown.includes('…')) return shown;
  return expect.stringMatching(
    `^${shown
      .split('…')
      .map((part) => RegExp.escape(part))
      .join('.+')}$`,
  );
}

test('docs/data-model.md shows the items of a real table', async () => {
  await createAndUpdate();
  await createInVain();
  await createAndFollow();
  await applyForJob();
  expect(await (await tableStream()).catchUp()).toEqual([]);
  await fold();
  await search();
  await createWebhook();
  await describeEmployer();
  const client = createClient();
  const { Items = [] } = await client.send(new ScanCommand({ TableName: process.env['TABLE_NAME'] ?? '' }));
  client.destroy();
  const items = Items.map((item): Item => ({ ...item }));

  const page = readFileSync(join(import.meta.dirname, '../../docs/data-model.md'), 'utf8');
  const examples = blocks(page, 'json').map((text) => {
    const shown: Item = JSON.parse(text);
    return standingForAll(shown);
  });
  for (const example of examples) expect(items).toContainEqual(example);
  expect(examples.length).toBeGreaterThan(10);
});
