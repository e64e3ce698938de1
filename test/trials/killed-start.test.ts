import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, jest, test } from '@jest/globals';
import PostalMime from 'postal-mime';
import type { ApplicationRecord } from '../../schemas/application-record.ts';
import { aJob } from '../setup/a-job.ts';
import { npmStart } from '../setup/local-start.ts';
import { seededRandom } from '../setup/random.ts';
import { createHttpClient, isConnectionLost } from '../setup/http-client.ts';
import { realResumes, type RealResume } from '../setup/resumes.ts';

/** How often the service is killed, and how many candidates apply concurrently. */
const KILLS = 6;
const CANDIDATES_AT_ONCE = 6;

/** The maximum time between a start of the service and its kill, in milliseconds. */
const LIFE_MILLIS = 2_500;

/** The maximum time until everything is mailed after the last start, in milliseconds. */
const PATIENCE_MILLIS = 120_000;

const random = seededRandom(jest.getSeed());

/** A candidate who repeats the application until it is acknowledged. */
interface Candidate {
  name: string;
  email: string;
  resume: RealResume;
  /** The ids in the acknowledgements. */
  ids: Set<string>;
}

const candidates: Candidate[] = [];

function newCandidate(): Candidate {
  const number = candidates.length;
  const candidate = {
    name: `Zoë ${number} 候选人`,
    email: `candidate-${number}@example.org`,
    resume: realResumes[number % realResumes.length] as RealResume,
    ids: new Set<string>(),
  };
  candidates.push(candidate);
  return candidate;
}

let service = await npmStart();
const { apiKey, dataDir } = service;
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true });
});

const employer = () => createHttpClient(service.origin, { 'api-key': apiKey });

const { body: job } = await employer().post('/jobs', aJob({ title: 'Baker', status: 'active' }));

/** Sends the application once. The response is lost when the service is killed meanwhile. */
async function apply({ name, email, resume, ids }: Candidate): Promise<boolean> {
  const body = {
    name,
    email,
    resume: { fileName: resume.fileName, content: resume.bytes.toString('base64') },
    consent: true,
  };
  try {
    const { status, body: receipt } = await createHttpClient(service.origin, {}).post(
      `/public/jobs/${job.id}/applications`,
      body,
    );
    if (status === 503) return false;
    expect(status).toBe(201);
    ids.add(receipt.id);
    return true;
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return false;
  }
}

/** Applies as one candidate after another, each until the acknowledgement arrives, while `isOpen`. */
async function keepApplying(isOpen: () => boolean) {
  while (isOpen()) {
    const candidate = newCandidate();
    while (!(await apply(candidate)) && isOpen()) await delay(50);
  }
}

/** Reads all applications as the employer's system does. */
async function applications(): Promise<ApplicationRecord[]> {
  const all: ApplicationRecord[] = [];
  for (let path: string | null = '/applications'; path !== null;) {
    const { body } = await employer().get(path);
    all.push(...body.data);
    path = body.paging.next;
  }
  return all;
}

async function mails() {
  const folder = join(dataDir, 'outbox');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
}

test('kill -9 loses no acknowledged application: each can be read, and is mailed with its résumé', async () => {
  let isOpen = true;
  const applying = Array.from({ length: CANDIDATES_AT_ONCE }, () => keepApplying(() => isOpen));
  for (let kills = 0; kills < KILLS; kills += 1) {
    await delay(random() * LIFE_MILLIS);
    await service.kill();
    service = await npmStart({ dataDir });
  }
  isOpen = false;
  await Promise.all(applying);

  const acknowledged = candidates.filter(({ ids }) => ids.size > 0);
  expect(acknowledged.length).toBeGreaterThan(KILLS);
  const deadline = performance.now() + PATIENCE_MILLIS;
  let stored = await applications();
  while (stored.some(({ state }) => state !== 'sent') && performance.now() < deadline) {
    await delay(500);
    stored = await applications();
  }
  expect(stored.filter(({ state }) => state !== 'sent')).toEqual([]);
  const byEmail = Map.groupBy(stored, ({ email }) => email);
  const received = Map.groupBy(await mails(), ({ replyTo }) => replyTo?.[0]?.address);
  for (const { email, name, resume, ids } of acknowledged) {
    expect([...ids]).toEqual(byEmail.get(email)?.map(({ id }) => id));
    const [mail] = received.get(email) ?? [];
    expect(mail?.replyTo).toEqual([{ name, address: email }]);
    const [attachment] = mail?.attachments ?? [];
    expect(attachment?.filename).toBe(resume.fileName);
    expect(resume.bytes.equals(Buffer.from(attachment?.content as ArrayBuffer))).toBe(true);
  }
  // oxlint-disable-next-line no-console -- prints the extent of the trial
  console.log(`${KILLS} kills, ${acknowledged.length} acknowledged, ${stored.length} stored`);
});
