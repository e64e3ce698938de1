import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { aFullJob, aJob } from '../setup/a-job.ts';
import { apply } from '../setup/an-application.ts';
import { createHttpClient, type Client, type Reply } from '../setup/http-client.ts';
import { npmStart } from '../setup/local-start.ts';

interface LoggedEvent {
  type: string;
  data: { job?: { id: number } };
}

const root = join(import.meta.dirname, '../..');
const { commit } = JSON.parse(readFileSync(join(import.meta.dirname, 'previous-release.json'), 'utf8')) as {
  commit: string;
};

/** The body of a successful response. Throws for another response. */
const ok = ({ status, text, body }: Reply) => {
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body;
};

/** Reads all data of the demo employer, without the port in URLs and without the changing states of mail. */
async function readAll(employer: Client, candidate: Client, origin: string) {
  const jobs = ok(await employer.get('/jobs?pageSize=100'));
  async function ofEach(path: (id: number) => string) {
    const statesById: Record<number, unknown> = {};
    for (const { id } of jobs.data) statesById[id] = ok(await employer.get(path(id)));
    return statesById;
  }
  const all = {
    jobs,
    references: ok(await employer.get('/jobs/references')),
    found: ok(await employer.get('/jobs?q=cook')),
    each: await ofEach((id) => `/jobs/${id}`),
    histories: await ofEach((id) => `/jobs/${id}/history`),
    events: ok(await employer.get('/events')),
    applications: ok(await employer.get('/applications')),
    profile: ok(await employer.get('/employer')),
    postings: ok(await candidate.get('/public/jobs?employer=1')),
  };
  const isOfMail = new Set(['state', 'confirmation']);
  const text = JSON.stringify(all, (name, value: unknown) => (isOfMail.has(name) ? undefined : value));
  return JSON.parse(text.replaceAll(origin, '')) as typeof all;
}

/** Waits until the log has an event of this type for the job, or for no job without an id. */
async function logged(employer: Client, type: string, id?: number) {
  for (;;) {
    const { data } = ok(await employer.get('/events'));
    if (data.some((event: LoggedEvent) => event.type === type && event.data.job?.id === id)) return;
    await delay(200);
  }
}

if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status === 0) {
  describe('a data folder', rollback);
} else {
  process.stderr.write(`Left out: upgrade and rollback, because this clone has no commit ${commit}.\n`);
  test.skip(`needs the commit ${commit}`, () => {});
}

function rollback() {
  const folder = mkdtempSync(join(tmpdir(), 'rollback-'));
  const previous = join(folder, 'project');
  mkdirSync(previous);
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', previous], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(previous, 'node_modules'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const releases = { previous, present: root };

  /** Creates a data folder that the services of both releases use in turn. */
  function dataFolder() {
    const dataDir = mkdtempSync(join(folder, 'data-'));
    let apiKey = '';
    return async function serve<T>(
      release: keyof typeof releases,
      use: (employer: Client, candidate: Client, origin: string) => Promise<T>,
    ): Promise<T> {
      const service = await npmStart({ root: releases[release], dataDir });
      apiKey = service.apiKey || apiKey;
      const { origin } = service;
      try {
        return await use(
          createHttpClient(origin, { 'api-key': apiKey }),
          createHttpClient(origin, {}),
          origin,
        );
      } finally {
        await service.stop();
      }
    };
  }

  test('gives the same responses in the previous and the present release, including the changes of both', async () => {
    const serve = dataFolder();
    const before = await serve('previous', async (employer, candidate, origin) => {
      const { id } = ok(await employer.post('/jobs', aJob({ status: 'active', referenceId: 'A' })));
      ok(await employer.put(`/jobs/${id}`, { title: 'Cook' }));
      ok(await apply(candidate, id));
      await logged(employer, 'application.received', id);
      return readAll(employer, candidate, origin);
    });
    const upgraded = await serve('present', async (employer, candidate, origin) => {
      expect(await readAll(employer, candidate, origin)).toMatchObject(before);
      const { id } = ok(await employer.post('/jobs', aFullJob({ referenceId: 'B' })));
      await logged(employer, 'job.created', id);
      return { id: id as number, read: await readAll(employer, candidate, origin) };
    });
    const { id } = upgraded;
    const back = await serve('previous', async (employer, candidate, origin) => {
      expect(upgraded.read).toMatchObject(await readAll(employer, candidate, origin));
      ok(await employer.post('/jobs', aJob({ status: 'active', referenceId: 'C' })));
      ok(await employer.put(`/jobs/${id}`, { title: 'Cook' }));
      await logged(employer, 'job.updated', id);
      return readAll(employer, candidate, origin);
    });
    const present = await serve('present', readAll);
    expect(present).toMatchObject(back);
    expect(present.each[id]).toEqual({
      ...(upgraded.read.each[id] as object),
      title: 'Cook',
      updatedAt: expect.any(String),
    });
  });
}
