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

/** How many employers the partner has; more with WEBHOOK_EMPLOYERS=500. */
const EMPLOYERS = Number(process.env['WEBHOOK_EMPLOYERS'] ?? 50);
const EVENTS = 20;

/** How often something is killed meanwhile: the engine, the service with its sender, the receiver, in turns. */
const KILLS = 6;

/** How long, in milliseconds, what was started may live before it is killed. */
const LIFE_MILLIS = 1_500;

/** How long it may take until nothing new comes, in milliseconds. */
const SILENCE_MILLIS = 15_000;

const random = seededRandom(jest.getSeed());

const environment = { WEBHOOK_TARGETS: 'any' };
let service = await npmStart({ environment });
const { dataDir } = service;

/** What came, as webhook-id says it: the events of each employer in their order, without what came twice in a row. */
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

/** Sends a request of the partner until it is answered. */
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
  // What a kill has cut off was not acknowledged; sent again, it is whole.
  await Promise.all(ids.map((id) => sent(apiKey, 'POST', '/jobs/batch', { operations }, id)));

  const isComplete = () => ids.every((id) => (came.get(id) ?? []).length >= EVENTS);
  for (let resumed = 0; resumed < 20 && !isComplete(); resumed += 1) {
    while (performance.now() - lastAt < SILENCE_MILLIS && !isComplete()) await delay(200);
    // What failed twice waits for minutes; who resumes the webhook need not.
    await sent(apiKey, 'PUT', `/webhooks/${webhook.id}`, { status: 'active' });
    lastAt = performance.now();
  }
  const all = Array.from({ length: EVENTS }, (_, index) => index + 1);
  expect(ids.map((id) => [id, came.get(id)])).toEqual(ids.map((id) => [id, all]));
  expect((await sent(apiKey, 'GET', `/webhooks/${webhook.id}`)).body.status).toBe('active');
});
