import { readFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, jest, test } from '@jest/globals';
import PostalMime from 'postal-mime';
import { freePort } from '../../bin/local/free-port.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';
import { jobStore } from '../../functions/jobs/write/job-store.ts';
import { forEachConcurrently } from '../../functions/platform/concurrency.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { isTombstone } from '../../functions/platform/dynamodb/tombstone.ts';
import type { ApplicationRecord } from '../../schemas/application-record.ts';
import type { Event } from '../../schemas/event.ts';
import { aJob } from '../setup/a-job.ts';
import { createHttpClient, isConnectionLost } from '../setup/http-client.ts';
import { npmStart } from '../setup/local-start.ts';
import { randomChooser, seededRandom } from '../setup/random.ts';
import type { RealFile } from '../setup/real-files.ts';
import { realResumes } from '../setup/resumes.ts';
import { waitUntil } from '../setup/starts.ts';

/** The least number of kills: of the engine, the receiver of webhooks, and the service with all its senders, in turns. */
const KILLS = 12;

/** The maximum lifetime of a process before it is killed, in milliseconds. */
const LIFE_MILLIS = 2_500;

/** The number of concurrent candidates and of concurrent writers of jobs. */
const CANDIDATES_AT_ONCE = 6;
const WRITERS = 6;

/** The number of employers of the partner, and of events of each; WEBHOOK_EMPLOYERS changes it. */
const EMPLOYERS = Number(process.env['WEBHOOK_EMPLOYERS'] ?? 25);
const EVENTS = 20;

/** The time without a new event after which a delivery counts as stuck, in milliseconds. */
const SILENCE_MILLIS = 15_000;

const random = seededRandom(jest.getSeed());
const pick = randomChooser(random);

const environment = { WEBHOOK_TARGETS: 'any' };
let service = await npmStart({ environment });
const { apiKey, dataDir } = service;
const vendor = await service.admin('partner', 'create', '--name', 'Acme ATS', '--max-employers', '1000');
const bakery = await service.admin('employer', 'create', '--name', 'Bakery');
const port = await freePort();
let receiver = await receive();
/** Whether candidates and writers go on. */
const state = { isOpen: true };
afterAll(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await service.stop();
  await rm(dataDir, { recursive: true });
});

/** Sends a request. Returns undefined when the service was killed before it responded. */
async function send(key: string, method: string, path: string, body?: object, employer?: number) {
  const headers = { ...(key && { 'api-key': key }), ...(employer && { 'employer-id': String(employer) }) };
  try {
    return await createHttpClient(service.origin, headers).request(method, path, body && { body });
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    await delay(50);
    return undefined;
  }
}

/** Sends a request until there is a response that is final. */
async function sendUntilAnswered(...request: Parameters<typeof send>) {
  for (;;) {
    const reply = await send(...request);
    if (reply && reply.status < 500) return reply;
    await delay(100);
  }
}

const fileOf = (name: string) => JSON.parse(readFileSync(join(dataDir, name), 'utf8'));

const kills = [
  // The service restarts its engine.
  async () => process.kill(fileOf('user.json').engineId, 'SIGKILL'),
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

/** A candidate who repeats the application until it is acknowledged, with the ids in the acknowledgements. */
interface Candidate {
  name: string;
  email: string;
  resume: RealFile;
  ids: Set<string>;
}

const candidates: Candidate[] = [];

const acknowledgedCandidates = () => candidates.filter(({ ids }) => ids.size > 0);

/** Applies as one candidate after another, each until the acknowledgement arrives. */
async function applyForJob(jobId: number) {
  while (state.isOpen) {
    const number = candidates.length;
    const resume = realResumes[number % realResumes.length] as RealFile;
    const person = { name: `Zoë ${number} 候选人`, email: `candidate-${number}@example.org` };
    const candidate: Candidate = { ...person, resume, ids: new Set() };
    candidates.push(candidate);
    const file = { fileName: resume.fileName, content: resume.bytes.toString('base64') };
    const body = { ...person, resume: file, consent: true };
    while (state.isOpen && candidate.ids.size === 0) {
      const reply = await send('', 'POST', `/public/jobs/${jobId}/applications`, body);
      if (!reply || reply.status === 503) continue;
      expect(reply.status).toBe(201);
      candidate.ids.add(reply.body.id);
    }
  }
}

/** Reads all pages of a list. */
async function readAll<Member>(key: string, list: string): Promise<Member[]> {
  const all: Member[] = [];
  for (let path: string | null = list; path !== null;) {
    const { body } = await sendUntilAnswered(key, 'GET', path);
    all.push(...body.data);
    path = body.data.length === 0 ? null : body.paging.next;
  }
  return all;
}

const applications = () => readAll<ApplicationRecord>(bakery.apiKey, '/applications');

async function mails() {
  const folder = join(dataDir, 'outbox');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
}

/** Creates, changes and deletes jobs: its own, and jobs that it shares with the other writers. */
async function writeJobs(shared: number[]): Promise<void> {
  for (let n = 0; state.isOpen; n += 1) {
    const id = pick(shared);
    const chance = random();
    if (chance < 0.25 || id === undefined) {
      const created = await send(apiKey, 'POST', '/jobs', aJob({ title: `Baker ${n}`, status: 'draft' }));
      if (created?.status === 201) shared.push(created.body.id);
    } else if (chance < 0.35) {
      await send(apiKey, 'DELETE', `/jobs/${id}`);
      shared.splice(shared.indexOf(id), 1);
    } else {
      const status = pick(['active', 'archived', 'draft']);
      const changes = { title: `Cook ${n}`, status, confidential: random() < 0.3 };
      await send(apiKey, 'PUT', `/jobs/${id}`, changes);
    }
  }
}

/**
 * Checks that the log has each change of each job once and in order, up to a change by a service whose clock is a minute
 * behind. Returns the number of events.
 */
async function checkLog(): Promise<number> {
  const { endpoint, tableName } = fileOf('engine.json');
  const client = createDocumentClient({ endpoint });
  const db = database({ client, tableName, remainingMillis: () => 10_000 });
  const jobs = await readAll<{ id: number }>(apiKey, '/jobs?pageSize=100');
  expect(jobs.length).toBeGreaterThan(10);
  const title = 'Changed by a clock that is behind';
  const late = jobStore(db, () => new Date(Date.now() - 60_000));
  await late.update(1, jobs[0]!.id, { type: 'key' }, async (job) => ({ ...job, title }));
  const events = await waitUntil('the log has the last change', async () => {
    const all = await readAll<Event>(apiKey, '/events');
    return all.some(({ data }) => data.changes?.title?.to === title) ? all : undefined;
  });
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
  const byJob = Map.groupBy(events, ({ data }) => data.job?.id ?? 0);
  byJob.delete(0);
  for (const [id, jobEvents] of byJob) {
    const item = (await db.get({ Key: jobKeys.job(1, id), ConsistentRead: true }))!;
    const versions = Array.from(
      { length: item['version'] ?? item['lastVersion'] + 1 },
      (_, index) => index + 1,
    );
    expect(jobEvents.map(({ data }) => data.version)).toEqual(versions);
    expect(jobEvents.at(-1)?.type === 'job.deleted').toBe(isTombstone(item));
  }
  const living = [...byJob].filter(([, jobEvents]) => jobEvents.at(-1)?.type !== 'job.deleted');
  expect(new Set(living.map(([id]) => id))).toEqual(new Set(jobs.map(({ id }) => id)));
  client.destroy();
  return events.length;
}

/** The event ids that the webhook received (from webhook-id) by employer, in order, without repeats in a row. */
const delivered = new Map<number, number[]>();
let lastAt = performance.now();

async function receive(): Promise<Server> {
  const server = createServer((request, response) => {
    const [employer = 0, event = 0] = String(request.headers['webhook-id']).split('-').map(Number);
    request.resume().on('end', () => {
      const ids = delivered.get(employer) ?? [];
      if (event !== ids.at(-1)) ids.push(event);
      delivered.set(employer, ids);
      lastAt = performance.now();
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return server;
}

const postings = Array.from({ length: EVENTS }, (_, index) => ({
  operation: 'upsert',
  body: aJob({ referenceId: `R-${index}`, status: 'draft' }),
}));

/** Creates the jobs of the partner's employers, few at once, so that candidates and writers have their turns. */
const writeBatches = (ids: readonly number[]) =>
  forEachConcurrently(ids, 2, async (id) => {
    await sendUntilAnswered(vendor.apiKey, 'POST', '/jobs/batch', { operations: postings }, id);
  });

test('kill -9 of service, engine and receiver loses no application, mail, change or event, and delivers them in order', async () => {
  const posting = aJob({ title: 'Baker', status: 'active' });
  const { body: job } = await sendUntilAnswered(bakery.apiKey, 'POST', '/jobs', posting);
  const url = `http://127.0.0.1:${port}/hook`;
  const { body: webhook } = await sendUntilAnswered(vendor.apiKey, 'POST', '/webhooks', { url });
  const employers = await Promise.all(
    Array.from({ length: EMPLOYERS }, async (_, index) => {
      const account = { referenceId: `C-${index}`, name: `Customer ${index}` };
      return (await sendUntilAnswered(vendor.apiKey, 'PUT', '/employers', account)).body.id as number;
    }),
  );
  const shared: number[] = [];
  const batches = writeBatches(employers);
  const work = [
    ...Array.from({ length: CANDIDATES_AT_ONCE }, () => applyForJob(job.id)),
    ...Array.from({ length: WRITERS }, () => writeJobs(shared)),
  ];
  for (let kill = 0; kill < KILLS || acknowledgedCandidates().length < CANDIDATES_AT_ONCE; kill += 1) {
    await delay(random() * LIFE_MILLIS);
    await kills[kill % kills.length]?.();
  }
  state.isOpen = false;
  await Promise.all([...work, batches]);
  // A kill may interrupt an unacknowledged batch, which is complete after it is sent again.
  await writeBatches(employers);

  const eventCount = await checkLog();

  const acknowledged = acknowledgedCandidates();
  await waitUntil('all applications are mailed', async () =>
    (await applications()).every((application) => application.state === 'sent'),
  );
  const byEmail = Map.groupBy(await applications(), ({ email }) => email);
  const received = Map.groupBy(await mails(), ({ replyTo }) => replyTo?.[0]?.address);
  for (const { email, name, resume, ids } of acknowledged) {
    expect([...ids]).toEqual(byEmail.get(email)?.map(({ id }) => id));
    const [mail] = received.get(email) ?? [];
    expect(mail?.replyTo).toEqual([{ name, address: email }]);
    const [attachment] = mail?.attachments ?? [];
    expect(attachment?.filename).toBe(resume.fileName);
    expect(resume.bytes.equals(Buffer.from(attachment?.content as ArrayBuffer))).toBe(true);
  }

  const isComplete = () => employers.every((id) => (delivered.get(id) ?? []).length >= EVENTS);
  for (let resumed = 0; resumed < 20 && !isComplete(); resumed += 1) {
    while (performance.now() - lastAt < SILENCE_MILLIS && !isComplete()) await delay(200);
    // After two failures a delivery waits for minutes, unless the webhook is resumed.
    await sendUntilAnswered(vendor.apiKey, 'PUT', `/webhooks/${webhook.id}`, { status: 'active' });
    lastAt = performance.now();
  }
  const all = Array.from({ length: EVENTS }, (_, index) => index + 1);
  expect(employers.map((id) => [id, delivered.get(id)])).toEqual(employers.map((id) => [id, all]));
  const { body: present } = await sendUntilAnswered(vendor.apiKey, 'GET', `/webhooks/${webhook.id}`);
  expect(present.status).toBe('active');
  process.stderr.write(`${KILLS} kills, ${acknowledged.length} acknowledged, ${eventCount} events\n`);
});
