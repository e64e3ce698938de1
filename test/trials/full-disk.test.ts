import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { freePort } from '../../bin/local/free-port.ts';
import { aJob } from '../setup/a-job.ts';
import { apply, aResume, applyForm } from '../setup/an-application.ts';
import { npmStart } from '../setup/local-start.ts';
import { createHttpClient } from '../setup/http-client.ts';

/** A maximum file size that is enough for the table and too small for the résumé, in blocks of 512 bytes. */
const MOST_BLOCKS = 6_000;
const LARGE = Buffer.alloc(3_900_000, 'a');

const service = await npmStart({ mostBlocks: MOST_BLOCKS });
const { origin, apiKey, dataDir } = service;
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const employer = createHttpClient(origin, { 'api-key': apiKey });
const { body: job } = await employer.post('/jobs', aJob({ status: 'active' }));

async function stored() {
  const files = await readdir(join(dataDir, 'files/applications'), { recursive: true, withFileTypes: true });
  const { data } = (await employer.get('/applications')).body;
  return { files: files.filter((entry) => entry.isFile()).length, applications: data.length };
}

test('a write to a database that has no more disk is a 503 that was not applied', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'full-disk-'));
  const port = await freePort();
  // The signal of the limit would end the engine, which on a full disk gets an error instead.
  const limited = `trap '' XFSZ; ulimit -f ${MOST_BLOCKS}; exec "$0" serve --port ${port} --db-path ${folder}/jobs.db`;
  const engine = spawn('sh', [
    '-c',
    limited,
    fileURLToPath(import.meta.resolve('@dynoxide/linux-x64/dynoxide')),
  ]);
  const small = await npmStart({
    environment: { AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`, AWS_REGION: 'local' },
  });
  try {
    const acme = createHttpClient(small.origin, { 'api-key': small.apiKey });
    const body = aJob({ description: 'a'.repeat(300_000) });
    let reply = await acme.post('/jobs', body);
    for (let n = 0; n < 40 && reply.status === 201; n += 1) reply = await acme.post('/jobs', body);
    expect([reply.status, reply.body.outcome]).toEqual([503, 'not-applied']);
    expect((await acme.get('/jobs')).status).toBe(200);
  } finally {
    await small.stop();
    engine.kill('SIGKILL');
    for (const used of [folder, small.dataDir]) await rm(used, { recursive: true, force: true });
  }
});

test('a résumé that does not fit on the disk is a 503 that stores nothing and leaves no file', async () => {
  const anyone = createHttpClient(origin, {});
  const { status, body } = await apply(anyone, job.id, { resume: aResume('a.txt', LARGE) });
  expect([status, body.code, body.outcome]).toEqual([503, 'service_unavailable', 'not-applied']);
  const form = applyForm({ resume: new File([LARGE], 'a.txt') });
  const response = await fetch(`${origin}/jobs/${job.id}/apply`, { method: 'POST', body: form });
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('<form')]);
  expect(await stored()).toEqual({ files: 0, applications: 0 });
  expect((await apply(anyone, job.id)).status).toBe(201);
  expect(await stored()).toEqual({ files: 1, applications: 1 });
});
