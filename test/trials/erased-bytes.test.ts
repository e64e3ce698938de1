import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, jest, test } from '@jest/globals';
import { aJob } from '../setup/a-job.ts';
import { apply } from '../setup/an-application.ts';
import { npmStart } from '../setup/npm-start.ts';
import { clientOf } from '../setup/client.ts';

jest.setTimeout(120_000);

/** How long the bytes may take to go, in milliseconds. */
const PATIENCE_MILLIS = 30_000;

let service = await npmStart();
const { apiKey, dataDir } = service;
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const employer = () => clientOf(service.origin, { 'api-key': apiKey });
const { body: job } = await employer().post('/jobs', aJob({ title: 'Baker', status: 'active' }));

/** The files of the data folder whose bytes or names contain a text, in the ways in which it may be written. */
async function filesWith(mark: string): Promise<string[]> {
  const written = [
    mark,
    Buffer.from(mark).toString('base64').slice(0, 20),
    Buffer.from(mark).toString('hex'),
  ];
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const found = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => {
      const bytes = await readFile(join(parentPath, name)).catch(() => Buffer.alloc(0));
      return written.some((text) => name.includes(text) || bytes.includes(text)) ? [name] : [];
    });
  return (await Promise.all(found)).flat();
}

async function eventually<Value>(
  get: () => Promise<Value>,
  isDone: (value: Value) => boolean,
): Promise<Value> {
  const deadline = performance.now() + PATIENCE_MILLIS;
  for (;;) {
    const value = await get();
    if (isDone(value) || performance.now() > deadline) return value;
    await delay(50);
  }
}

/** An application that was mailed; every part of it bears a mark. */
async function mailed() {
  const mark = `mark${crypto.randomUUID().replaceAll('-', '')}`;
  const { status, body } = await apply(clientOf(service.origin, {}), job.id, {
    name: `Zoë ${mark}`,
    email: `${mark}@example.org`,
    coverLetter: `${mark} `.repeat(100),
    resume: { fileName: `${mark}.txt`, content: Buffer.from(mark).toString('base64') },
  });
  expect(status).toBe(201);
  const id = body.id as string;
  const isMailed = (names: string[]) => names.includes(`${id}.eml`);
  expect(await eventually(() => filesWith(mark), isMailed)).toEqual(
    expect.arrayContaining([`${id}.eml`, expect.stringMatching(/^jobs\.db/)]),
  );
  return { id, mark };
}

const erasures: [string, (application: { id: string; mark: string }) => Promise<unknown>][] = [
  ['the employer erases it', ({ id }) => employer().delete(`/applications/${id}`)],
  [
    'the operator erases it',
    ({ mark }) => service.admin('application', 'erase', '--email', `${mark}@example.org`, '--yes'),
  ],
];

test.each(erasures)(
  'no byte of an application is left on the disk within seconds after %s',
  async (_, erase) => {
    const application = await mailed();
    await erase(application);
    expect(
      await eventually(
        () => filesWith(application.mark),
        (names) => names.length === 0,
      ),
    ).toEqual([]);
  },
);

test('no byte is left after the next start, when the service is killed right after an erasure', async () => {
  const { id, mark } = await mailed();
  expect((await employer().delete(`/applications/${id}`)).status).toBe(204);
  await service.kill();
  service = await npmStart({ dataDir });
  expect(await filesWith(mark)).toEqual([]);
  expect((await employer().get(`/jobs/${job.id}`)).body.title).toBe('Baker');
});

test('requests are answered as ever while the bytes of what is erased are removed', async () => {
  const { id } = await mailed();
  await employer().delete(`/applications/${id}`);
  const statuses = new Set<number>();
  const isBusy = async () => {
    const { status } = await employer().put(`/jobs/${job.id}`, { title: 'Baker' });
    statuses.add(status);
    return (await readdir(dataDir)).some((name) => name.startsWith('eras'));
  };
  expect(await eventually(isBusy, (busy) => !busy)).toBe(false);
  expect([...statuses]).toEqual([200]);
});
