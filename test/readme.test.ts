import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bareEnvironment } from './setup/bare-environment.ts';
import { blocks, section } from './setup/markdown.ts';
import { npmStart } from './setup/npm-start.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const readme = await readFile(join(root, 'README.md'), 'utf8');
const running = await readFile(join(root, 'docs/running.md'), 'utf8');
const deploying = await readFile(join(root, 'docs/deploying.md'), 'utf8');

describe('a reader who follows the README', () => {
  let service: Awaited<ReturnType<typeof npmStart>>;
  let posted = '';

  beforeAll(async () => {
    service = await npmStart();
    posted = await output(/curl .* -d .*/.exec(service.greeting)?.[0] ?? '');
  });

  afterAll(() => service.stop());

  async function output(script: string): Promise<string> {
    const strict = 'set -euo pipefail; curl() { command curl "$@"; echo; }\n';
    const here = script
      .replaceAll('http://localhost:3000', service.origin)
      .replaceAll('jps_…', service.apiKey);
    const { stdout } = await run('bash', ['-c', strict + here], {
      cwd: root,
      env: { ...bareEnvironment(), DATA_DIR: service.dataDir },
    });
    return stdout;
  }

  test('gets a 201 after pasting the printed command, and sees the job as candidates do', async () => {
    const firstScreen = readme.slice(0, readme.indexOf('## A tour'));
    expect(blocks(firstScreen, 'sh')).toEqual(['npm ci --omit=dev && npm start\n', 'npm cit\n']);
    expect(posted).toContain('HTTP/1.1 201 Created');
    expect(posted).toContain(`location: ${service.origin}/api/v1.1/jobs/1`);
    expect(posted).toContain('"employer":{"id":1,"name":"Demo Employer"},"title":"Baker"');
    const addresses = firstScreen.match(/http:\/\/localhost:3000\/(?:jobs\/1|outbox)/g) ?? [];
    expect(addresses).toHaveLength(2);
    for (const address of addresses) {
      const page = await fetch(address.replace('http://localhost:3000', service.origin));
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
