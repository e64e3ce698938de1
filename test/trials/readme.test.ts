import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aJob } from '../setup/a-job.ts';
import { createHttpClient } from '../setup/http-client.ts';
import { codeBlocks, section } from '../setup/markdown.ts';
import {
  waitForExit,
  enginesOn,
  startEnvironment,
  dataDir,
  projectRoot,
  run,
  start,
  startAndWait,
  waitUntil,
  withDataFolder,
} from '../setup/starts.ts';

const readme = await readFile(join(projectRoot, 'README.md'), 'utf8');
const running = await readFile(join(projectRoot, 'docs/running.md'), 'utf8');
const deploying = await readFile(join(projectRoot, 'docs/deploying.md'), 'utf8');

describe('a reader who follows the README', () => {
  withDataFolder(beforeAll, afterAll);
  let service: Awaited<ReturnType<typeof startAndWait>>;
  let origin = '';
  let posted = '';
  let list = '';

  beforeAll(async () => {
    service = await startAndWait();
    ({ origin } = service);
    const [posting = '', listing = ''] = service.curls;
    posted = await output(posting);
    list = await output(listing);
  });

  async function output(script: string): Promise<string> {
    const strict = 'set -euo pipefail; curl() { command curl "$@"; echo; }\n';
    const here = script.replaceAll('http://localhost:3000', origin).replaceAll('jps_…', service.apiKey ?? '');
    const { stdout } = await run('bash', ['-c', strict + here], {
      cwd: projectRoot,
      env: startEnvironment({}),
    });
    return stdout;
  }

  test('gets a 201 and a list with the printed commands, and sees the posting that candidates see', async () => {
    const firstScreen = readme.slice(0, readme.indexOf('## A tour'));
    expect(codeBlocks(firstScreen, 'sh')).toEqual(['npm ci --omit=dev && npm start\n', 'npm cit\n']);
    expect(posted).toContain('HTTP/1.1 201 Created');
    expect(posted).toContain(`location: ${origin}/api/v1.1/jobs/1`);
    expect(posted).toContain('"employer":{"id":1,"name":"Demo Employer"},"title":"Baker"');
    expect(list).toMatch(/^HTTP\/1\.1 200 [^]*"total":[1-9]/m);
    expect(service.stdout).toContain('Vancouver, BC');
    const addresses = firstScreen.match(/http:\/\/localhost:3000\/(?:jobs\/1|outbox)/g) ?? [];
    expect(addresses).toHaveLength(2);
    for (const address of addresses) {
      const page = await fetch(address.replace('http://localhost:3000', origin));
      expect([address, page.status, page.headers.get('content-type')]).toEqual([
        address,
        200,
        'text/html; charset=utf-8',
      ]);
    }
  });

  test('gets the documented responses to the commands of the tour', async () => {
    const tour = section(readme, 'A tour');
    const [problem = ''] = codeBlocks(tour, 'json');
    const lines = (await output(codeBlocks(tour, 'sh').join('\n'))).trim().split('\n');
    const answers = lines.map((line) => JSON.parse(line));
    expect(answers).toEqual([
      expect.objectContaining({ referenceId: 'REQ-2041', status: 'draft' }),
      expect.objectContaining({ referenceId: 'REQ-2041', status: 'active' }),
      expect.objectContaining({ paging: expect.objectContaining({ total: 1 }) }),
      expect.anything(),
      { id: expect.stringMatching(/^[0-9a-f]{32}$/), receivedAt: expect.anything() },
      {
        data: [
          expect.objectContaining({
            id: answers[4].id,
            job: { id: 1, referenceId: null, title: 'Baker' },
            name: 'Zoë Tremblay',
            resume: expect.objectContaining({ fileName: 'libreoffice.pdf', mediaType: 'application/pdf' }),
          }),
        ],
        paging: { next: null },
      },
    ]);
    expect(answers[3]).toMatchObject(JSON.parse(problem));
  });

  test('gets a partner key with the command that the greeting prints', async () => {
    const [command = ''] = readme.match(/npm run -s admin -- partner [^`]*/) ?? [];
    expect(service.stdout).toContain(command);
    const { apiKey } = JSON.parse(await output(command)) as { apiKey: string };
    const partner = createHttpClient(origin, { 'api-key': apiKey });
    expect((await partner.get('/partner')).body).toMatchObject({ name: 'Acme ATS', employers: 0 });
  });

  test('gets help from the admin command', async () => {
    const [command = ''] = readme.match(/npm run -s admin -- --help/) ?? [];
    expect(await output(command)).toMatch(/employer\S* +create, list, show, update/);
  });

  test('creates employers and keys with commands that print one JSON object each', async () => {
    const [script = ''] = codeBlocks(section(running, 'Employers and keys'), 'sh');
    const lines = (await output(script)).trim().split('\n');
    expect(lines.map((line) => Object.keys(JSON.parse(line)))).toEqual([
      ['employer', 'apiKey', 'key'],
      ['employers'],
      ['employer', 'profile'],
      ['apiKey', 'key'],
      ['keys'],
    ]);
  });

  test('passes the smoke test of docs/deploying.md', async () => {
    const [script = ''] = codeBlocks(section(deploying, 'Try a stage'), 'sh');
    expect(await output(script)).toMatch(/\n✓ delete .*\nhttp:.* passed in \d+ ms\n/);
  });

  test('finds one JSON line per request in the log, with time, method, path and the fields that the function logs', async () => {
    const { started, address, apiKey = '', employer } = service;
    await employer.post('/jobs', aJob());
    await employer.get('/jobs?status=draft');
    await fetch(`${origin}/nowhere`);
    await fetch(`${origin}/outbox`);
    await fetch(`${address}/jobs`, { method: 'POST' });
    const lines = () => started.stdout.split('\n').filter((line) => line.startsWith('{"'));
    const lineFields = { time: expect.stringMatching(/^\d{4}-.*Z$/), milliseconds: expect.any(Number) };
    const jobs = { ...lineFields, path: '/api/v1.1/jobs' };
    const expected = [
      { ...jobs, method: 'POST', operation: 'createJob', status: 201 },
      { ...jobs, method: 'GET', operation: 'listJobs', status: 200 },
      { ...lineFields, method: 'GET', path: '/nowhere', status: 404 },
      { ...lineFields, method: 'GET', path: '/outbox', status: 200, level: 'INFO' },
      { ...jobs, method: 'POST', status: 401 },
    ].map((fields) => expect.objectContaining(fields));
    await waitUntil('the last request is logged', () =>
      lines().some((line) => line.includes('"status":401')),
    );
    expect(lines().map((line) => JSON.parse(line))).toEqual(expect.arrayContaining(expected));
    const ids = lines().flatMap((line) => (JSON.parse(line) as { requestId?: string }).requestId ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(lines().join('')).not.toContain(apiKey);
  });

  test('cannot start a second service on the same data folder, and the first service continues undisturbed', async () => {
    const { started, employer } = service;
    expect(await waitForExit(start())).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        `The data folder ${dataDir} is already in use by another npm start (process ${started.child.pid}). ` +
        `Stop it, or set DATA_DIR to another folder.\n`,
    });
    expect((await employer.get('/jobs')).status).toBe(200);
    expect(await enginesOn(dataDir)).toHaveLength(1);
  });

  test('gets help from npm start that names the port, the data folder and the page with all settings', async () => {
    const { stdout } = await run(process.execPath, ['bin/start.ts', '--help'], { cwd: projectRoot });
    expect(stdout).toMatch(/^Usage: npm start/);
    for (const named of ['PORT', '3000', 'DATA_DIR', '.local', 'docs/running.md'])
      expect(stdout).toContain(named);
  });
});
