import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { afterAll, expect, jest, test } from '@jest/globals';
import { jobStore } from '../../functions/jobs/write/job-store.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { changingFields, type Event } from '../../schemas/event.ts';
import type { JobRecord } from '../../schemas/job.ts';
import { aJob } from '../setup/a-job.ts';
import { createHttpClient, isConnectionLost } from '../setup/http-client.ts';
import { npmStart } from '../setup/local-start.ts';
import { randomChooser, seededRandom } from '../setup/random.ts';
import { waitUntil } from '../setup/starts.ts';

/** The number of concurrent writers, and how often the processes are killed. */
const WRITERS = 6;
const KILLS = 4;

/** The maximum lifetime of a process before it is killed, in milliseconds. */
const LIFE_MILLIS = 1_500;

const random = seededRandom(jest.getSeed());
const pick = randomChooser(random);

let service = await npmStart();
const { apiKey, dataDir } = service;
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true });
});

/** Sends a request as the employer. Returns undefined when the service was killed before it responded. */
async function sent(method: string, path: string, body?: object) {
  const client = createHttpClient(service.origin, { 'api-key': apiKey });
  try {
    return await client.request(method, path, body && { body });
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    await delay(50);
    return undefined;
  }
}

/** A copy of all jobs, which events keep up to date, and all received events. */
const mirror = new Map<number, JobRecord>();
const events: Event[] = [];

/** The events of a reader that continues from the time of its last event, not from its id. */
const byTime: Event[] = [];

/** Reads a job into the mirror, unless the job has been deleted. */
async function fetchJob(id: number): Promise<void> {
  for (;;) {
    const reply = await sent('GET', `/jobs/${id}`);
    if (reply?.status === 200) mirror.set(id, reply.body);
    if (reply?.status === 200 || reply?.status === 404) return;
  }
}

async function apply({ type, data }: Event): Promise<void> {
  if (!data.job) return;
  const { id } = data.job;
  if (type === 'job.deleted') mirror.delete(id);
  if (type === 'job.created') await fetchJob(id);
  const current = mirror.get(id);
  if (!current) return;
  const values = Object.entries(data.changes ?? {}).flatMap(([field, change]) =>
    'to' in change ? [[field, change.to]] : [],
  );
  mirror.set(id, { ...current, ...Object.fromEntries(values) });
}

/** Reads the next events. Returns false when there were none. */
async function poll(): Promise<boolean> {
  const reply = await sent('GET', `/events?after=${events.at(-1)?.id ?? 0}`);
  if (reply?.status !== 200) return false;
  const { data } = reply.body as { data: Event[] };
  for (const event of data) {
    await apply(event);
    events.push(event);
    if (event.timestamp > (byTime.at(-1)?.timestamp ?? '')) byTime.push(event);
  }
  return data.length > 0;
}

/** Creates, changes and deletes jobs: its own, and jobs that it shares with the other writers. */
async function write(shared: number[], isOpen: () => boolean): Promise<void> {
  for (let n = 0; isOpen(); n += 1) {
    const id = pick(shared);
    const what = random();
    if (what < 0.25 || id === undefined) {
      const created = await sent('POST', '/jobs', aJob({ title: `Baker ${n}`, status: 'draft' }));
      if (created?.status === 201) shared.push(created.body.id);
    } else if (what < 0.35) {
      await sent('DELETE', `/jobs/${id}`);
      shared.splice(shared.indexOf(id), 1);
    } else {
      const status = pick(['active', 'archived', 'draft']);
      await sent('PUT', `/jobs/${id}`, { title: `Cook ${n}`, status, confidential: random() < 0.3 });
    }
  }
}

/** Kills only the engine, which the service then restarts. */
function killEngine(): void {
  const { engineId } = JSON.parse(readFileSync(join(dataDir, 'user.json'), 'utf8'));
  process.kill(engineId, 'SIGKILL');
}

const LATE = 'Changed by a clock that is behind';

/** Changes a job like a service whose clock is a minute behind. */
async function changeLate(id: number): Promise<void> {
  const { endpoint, tableName } = JSON.parse(readFileSync(join(dataDir, 'engine.json'), 'utf8'));
  const client = createDocumentClient({ endpoint });
  const db = database({ client, tableName, remainingMillis: () => 10_000 });
  const jobs = jobStore(db, () => new Date(Date.now() - 60_000));
  const changed = await jobs.update(1, id, { type: 'key' }, async (job) => ({ ...job, title: LATE }));
  expect(changed?.title).toBe(LATE);
  client.destroy();
}

/** All existing jobs. */
async function allJobs(): Promise<Map<number, JobRecord>> {
  const jobs = new Map<number, JobRecord>();
  for (let page = 1; ; page += 1) {
    const reply = await sent('GET', `/jobs?pageSize=100&page=${page}`);
    const data = (reply?.body.data ?? []) as { id: number }[];
    for (const { id } of data) jobs.set(id, (await sent('GET', `/jobs/${id}`))?.body);
    if (data.length < 100) return jobs;
  }
}

/** The fields of jobs that events contain, sorted by id. */
const statesOf = (jobs: ReadonlyMap<number, JobRecord>) =>
  [...jobs]
    .toSorted(([one], [other]) => one - other)
    .map(([id, job]) => [id, changingFields.map((name) => job[name])]);

test('a copy made from events equals the jobs in the end, although service, engine and log builder get kill -9', async () => {
  const shared: number[] = [];
  const state = { isWriting: true, isReading: true };
  const writers = Array.from({ length: WRITERS }, () => write(shared, () => state.isWriting));
  const reading = (async () => {
    while (state.isReading) if (!(await poll())) await delay(100);
  })();
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(LIFE_MILLIS * random());
    if (kill % 2 === 0) killEngine();
    else {
      await service.kill();
      service = await npmStart({ dataDir });
    }
  }
  await delay(LIFE_MILLIS);
  state.isWriting = false;
  await Promise.all(writers);

  // The last change comes from a service whose clock is behind.
  const [last = 0] = (await allJobs()).keys();
  await changeLate(last);

  const jobs = await allJobs();
  const isComplete = () => events.some(({ data }) => data.changes?.title?.to === LATE);
  await waitUntil('the mirror has the last change', isComplete);
  state.isReading = false;
  await reading;

  expect(jobs.size).toBeGreaterThan(10);
  expect(statesOf(mirror)).toEqual(statesOf(jobs));
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
  for (const jobEvents of Map.groupBy(events, ({ data }) => data.job?.id).values()) {
    expect(jobEvents.map(({ data }) => data.version)).toEqual(jobEvents.map((_, index) => index + 1));
  }
  // A reader that continues by time misses that change.
  expect(byTime.some(({ data }) => data.changes?.title?.to === LATE)).toBe(false);
});
