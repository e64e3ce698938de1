import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { blocks, section } from './setup/markdown.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const readme = await readFile(join(root, 'README.md'), 'utf8');
const running = await readFile(join(root, 'docs/running.md'), 'utf8');
const deploying = await readFile(join(root, 'docs/deploying.md'), 'utf8');

describe('a reader who follows the README', () => {
  let service: ChildProcess;
  let dataDir: string;
  let greeting = '';
  let posted = '';

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'readme-'));
    const { PATH, HOME } = process.env;
    service = spawn('npm', ['start'], {
      cwd: root,
      env: { PATH, HOME, DATA_DIR: dataDir, PORT: '0' },
      detached: true,
    });
    const greeted = Promise.withResolvers<void>();
    service.stdout?.on('data', (text) => {
      greeting += String(text);
      if (greeting.includes('Ctrl-C')) greeted.resolve();
    });
    await greeted.promise;
    posted = await output(/curl .* -d .*/.exec(greeting)?.[0] ?? '');
  });

  afterAll(async () => {
    const ended = once(service, 'exit');
    // Like Ctrl-C: to npm, its shell and the service.
    process.kill(-(service.pid ?? 0), 'SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  });

  const origin = () => /http:\/\/localhost:\d+/.exec(greeting)?.[0] ?? '';
  const apiKey = () => /jps_\S+/.exec(greeting)?.[0] ?? '';

  async function output(script: string): Promise<string> {
    const { PATH, HOME } = process.env;
    const strict = 'set -euo pipefail; curl() { command curl "$@"; echo; }\n';
    const here = script.replaceAll('http://localhost:3000', origin()).replaceAll('jps_…', apiKey());
    const { stdout } = await run('bash', ['-c', strict + here], {
      cwd: root,
      env: { PATH, HOME, DATA_DIR: dataDir },
    });
    return stdout;
  }

  test('gets a 201 after pasting the printed command, and sees the job as candidates do', async () => {
    const firstScreen = readme.slice(0, readme.indexOf('## A tour'));
    expect(blocks(firstScreen, 'sh')).toEqual(['npm ci --omit=dev && npm start\n', 'npm cit\n']);
    expect(posted).toContain('HTTP/1.1 201 Created');
    expect(posted).toContain(`location: ${origin()}/api/v1.1/jobs/1`);
    expect(posted).toContain('"employer":{"id":1,"name":"Demo Employer"},"title":"Baker"');
    const addresses = firstScreen.match(/http:\/\/localhost:3000\/(?:jobs\/1|outbox)/g) ?? [];
    expect(addresses).toHaveLength(2);
    for (const address of addresses) {
      const page = await fetch(address.replace('http://localhost:3000', origin()));
      expect([address, page.status, page.headers.get('content-type')]).toEqual([
        address,
        200,
        'text/html; charset=utf-8',
      ]);
    }
  });

  test('gets the documented responses to the commands of the tour', async () => {
    const tour = section(readme, 'A tour');
    const [problem = ''] = blocks(tour, 'json');
    const lines = (await output(blocks(tour, 'sh').join('\n'))).trim().split('\n');
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

  test('gets help from the admin command', async () => {
    const [command = ''] = readme.match(/npm run -s admin -- --help/) ?? [];
    expect(await output(command)).toMatch(/employer +create, list, show, update/);
  });

  test('creates employers and keys with commands that print one JSON object each', async () => {
    const [script = ''] = blocks(section(running, 'Employers and keys'), 'sh');
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
    const [script = ''] = blocks(section(deploying, 'Try a stage'), 'sh');
    expect(await output(script)).toMatch(/\n✓ delete .*\nhttp:.* passed in \d+ ms\n/);
  });
});
