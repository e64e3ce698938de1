import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, jest, test } from '@jest/globals';
import { aJob } from '../setup/a-job.ts';
import { createHttpClient, isConnectionLost } from '../setup/http-client.ts';
import { freePort } from '../../bin/local/free-port.ts';
import { npmStart } from '../setup/local-start.ts';
import { seededRandom } from '../setup/random.ts';

/** The number of employers of the partner; WEBHOOK_EMPLOYERS changes it. */
const EMPLOYERS = Number(process.env['WEBHOOK_EMPLOYERS'] ?? 50);
const EVENTS = 20;

/** The number of kills: of the engine, the service with its sender, and the receiver, in turns. */
const KILLS = 6;

/** The maximum lifetime of a process before it is killed, in milliseconds. */
const LIFE_MILLIS = 1_500;

/** The time without a new event after which the delivery counts as complete, in milliseconds. */
const SILENCE_MILLIS = 15_000;

const random = seededRandom(jest.getSeed());

const environment = { WEBHOOK_TARGETS: 'any' };
let service = await npmStart({ environment });
const { dataDir } = service;

/** The received event ids (from webhook-id) by employer, in order, without repeats in a row. */
const came = new Map<number, number[]>();
let lastAt = performance.now();
const port = await freePort();
let receiver = await receive();
afterAll(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await service.stop();
  await rm(dataDir, { recursive: true });
});

async function receive(): Promise<Server> {
  const server = createServer((request, response) => {
    const [employer = 0, event = 0] = String(request.headers['webhook-id']).split('-').map(Number);
    request.resume().on('end', () => {
      const events = came.get(employer) ?? [];
      if (event !== events.at(-1)) events.push(event);
      came.set(employer, events);
      lastAt = performance.now();
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return server;
}

const kills = [
  async () => process.kill(JSON.parse(readFileSync(join(dataDir, 'user.json'), 'utf8')).engineId, 'SIGKILL'),
  async () => {
    receiver.close();
    receiver.closeAllConnections();
    receiver = await receive();
  },
  async () => {
    await service.kill();
    service = await npmStart({ dataDir, environment });
  },
];

/** Sends a request of the partner, and repeats it until there is a response. */
async function sent(apiKey: string, method: string, path: string, body?: object, employer?: number) {
  for (;;) {
    const headers = { 'api-key': apiKey, ...(employer && { 'employer-id': String(employer) }) };
    try {
      const reply = await createHttpClient(service.origin, headers).request(method, path, body && { body });
      if (reply.status < 500) return reply;
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
    await delay(100);
  }
}

test(`a partner webhook gets all events of ${EMPLOYERS} employers, in order for each, although service, engine, sender and receiver get kill -9`, async () => {
  const { apiKey } = await service.admin(
    'partner',
    'create',
    '--name',
    'Acme ATS',
    '--max-employers',
    '1000',
  );
  const { body: webhook } = await sent(apiKey, 'POST', '/webhooks', { url: `http://127.0.0.1:${port}/hook` });
  const ids = await Promise.all(
    Array.from({ length: EMPLOYERS }, async (_, index) => {
      const account = { referenceId: `C-${index}`, name: `Customer ${index}` };
      return (await sent(apiKey, 'PUT', '/employers', account)).body.id as number;
    }),
  );
  const operations = Array.from({ length: EVENTS }, (_, index) => ({
    operation: 'upsert',
    body: aJob({ referenceId: `R-${index}`, status: 'draft' }),
  }));
  const writing = Promise.all(ids.map((id) => sent(apiKey, 'POST', '/jobs/batch', { operations }, id)));
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(LIFE_MILLIS * random());
    await kills[kill % kills.length]?.();
  }
  await writing;
  // A kill may interrupt an unacknowledged batch, which is complete after it is sent again.
  await Promise.all(ids.map((id) => sent(apiKey, 'POST', '/jobs/batch', { operations }, id)));

  const isComplete = () => ids.every((id) => (came.get(id) ?? []).length >= EVENTS);
  for (let resumed = 0; resumed < 20 && !isComplete(); resumed += 1) {
    while (performance.now() - lastAt < SILENCE_MILLIS && !isComplete()) await delay(200);
    // After two failures a delivery waits for minutes, unless the webhook is resumed.
    await sent(apiKey, 'PUT', `/webhooks/${webhook.id}`, { status: 'active' });
    lastAt = performance.now();
  }
  const all = Array.from({ length: EVENTS }, (_, index) => index + 1);
  expect(ids.map((id) => [id, came.get(id)])).toEqual(ids.map((id) => [id, all]));
  expect((await sent(apiKey, 'GET', `/webhooks/${webhook.id}`)).body.status).toBe('active');
});
