import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, jest, test } from '@jest/globals';
import { freePort } from '../../bin/local/free-port.ts';
import type { Event } from '../../schemas/event.ts';
import { aJob } from '../setup/a-job.ts';
import { clientOf } from '../setup/client.ts';
import { npmStart } from '../setup/npm-start.ts';
import { seeded } from '../setup/seeded.ts';

/** How often the service with its engine, builder and sender is killed, and how often the receiver. */
const KILLS = 3;
const WRITERS = 4;

/** The longest time, in milliseconds, between two kills. */
const LIFE_MILLIS = 3_000;

const random = seeded(jest.getSeed());
const environment = { WEBHOOK_TARGETS: 'any' };

let service = await npmStart({ environment });
const { apiKey, dataDir } = service;
const file = join(dataDir, 'received');
const port = await freePort();
let receiver: ChildProcess;

async function startReceiver() {
  const program = join(import.meta.dirname, '../setup/receiver-process.ts');
  receiver = spawn(process.execPath, [program, file, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(receiver.stdout!, 'data');
}

async function kill(child: ChildProcess) {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

await writeFile(file, '');
await startReceiver();
afterAll(async () => {
  await kill(receiver);
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const employer = () => clientOf(service.origin, { 'api-key': apiKey });

const { status: created } = await employer().post('/webhooks', { url: `http://127.0.0.1:${port}/` });

/** What became of a request; undefined if nothing came back. */
async function answerTo(send: () => Promise<{ status: number; body: unknown }>) {
  const { status, body } = await send().catch(() => ({ status: 0, body: undefined }));
  return status >= 200 && status < 300 ? (body as { id: number } | undefined) : undefined;
}

/** Creates jobs, changes them and deletes some, while `isOpen`. Returns those that were certainly created. */
async function keepWriting(writer: number, isOpen: () => boolean): Promise<number[]> {
  const ids: number[] = [];
  for (let count = 0; isOpen(); count += 1) {
    const job = await answerTo(() => employer().post('/jobs', aJob({ title: `Baker ${writer}-${count}` })));
    if (!job) {
      await delay(50);
      continue;
    }
    ids.push(job.id);
    for (const title of ['Cook', 'Waiter']) {
      await answerTo(() => employer().put(`/jobs/${job.id}`, { title: `${title} ${writer}-${count}` }));
    }
    if (count % 3 === 0) await answerTo(() => employer().delete(`/jobs/${job.id}`));
  }
  return ids;
}

async function received(): Promise<Event[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Event);
}

test('kill -9 of the service, its engine, the builder of the log, the sender and the receiver loses no event: each arrives, in order, and for each job in the order of its versions', async () => {
  expect(created).toBe(201);
  let open = true;
  const writing = Array.from({ length: WRITERS }, (_, writer) => keepWriting(writer, () => open));
  for (let kills = 0; kills < KILLS; kills += 1) {
    await delay(random() * LIFE_MILLIS);
    await service.kill();
    service = await npmStart({ dataDir, environment });
    await delay(random() * LIFE_MILLIS);
    await kill(receiver);
    await startReceiver();
  }
  open = false;
  const ids = (await Promise.all(writing)).flat();
  const { body: last } = await employer().post('/jobs', aJob({ title: 'The last one' }));

  const isLast = ({ data }: Event) => data.job.id === last.id;
  const deadline = performance.now() + 120_000;
  while (!(await received()).some(isLast) && performance.now() < deadline) {
    // A receiver that was away may have been given a pause of five minutes.
    await employer().put('/webhooks/1', { status: 'active' });
    await delay(500);
  }
  const all = await received();
  expect(all.some(isLast)).toBe(true);

  // Nothing is skipped: an event that comes again is the last one again.
  const distinct = all.filter(({ id }, index) => id !== all[index - 1]?.id);
  expect(distinct.map(({ id }) => id)).toEqual(distinct.map((_, index) => (distinct[0]?.id ?? 0) + index));
  const byJob = Map.groupBy(distinct, ({ data }) => data.job.id);
  for (const id of ids) {
    const events = byJob.get(id) ?? [];
    expect(events.map(({ data }) => data.version)).toEqual(events.map((_, index) => index + 1));
    expect(events[0]?.type).toBe('job.created');
    const { status, body } = await employer().get(`/jobs/${id}`);
    const isGone = events.at(-1)?.type === 'job.deleted';
    expect([id, status]).toEqual([id, isGone ? 404 : 200]);
    const title = events.findLast(({ data }) => data.changes?.title)?.data.changes?.title?.to;
    if (!isGone && title) expect(body.title).toBe(title);
  }
  // oxlint-disable-next-line no-console -- what a trial tried
  console.log(
    `${KILLS} kills of each, ${ids.length} jobs, ${distinct.length} events, ${all.length} received`,
  );
});
