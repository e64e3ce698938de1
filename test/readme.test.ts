import { existsSync } from 'node:fs';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { settings } from '../functions/config.ts';
import { newApiKey } from '../functions/domain/api-key.ts';
import { rateLimits } from '../functions/domain/rate-limit.ts';
import { indexes, keys } from '../functions/store/table.ts';
import type { Figures } from './bench/figures.ts';
import { costMarkdown } from './bench/tables.ts';
import { aJob } from './setup/a-job.ts';
import { blocks } from './setup/fenced-blocks.ts';
import { clientOf } from './setup/service.ts';

jest.setTimeout(60_000);

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const readme = await readFile(join(root, 'README.md'), 'utf8');

const section = (title: string) => readme.split(/^##+ /m).find((text) => text.startsWith(`${title}\n`)) ?? '';

/** The rows of the first table of a section, without its head; code marks are dropped. */
const tableRows = (text: string) =>
  [...text.matchAll(/^\| (.*) \|$/gm)]
    .map(([, row = '']) => row.split(' | ').map((cell) => cell.trim().replaceAll('`', '')))
    .slice(2);

describe('the README', () => {
  test('links to files that are there', () => {
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  });

  test('names a proof and the number of its trials for every promise', () => {
    const promises = tableRows(section('What it promises'));
    expect(promises.length).toBeGreaterThan(15);
    for (const [promise, proof, trials] of promises) {
      expect([promise, proof]).toEqual([promise, expect.stringMatching(/\]\(test\/.+\.ts\)/)]);
      expect([promise, trials]).toEqual([promise, expect.stringMatching(/\d|every|each/)]);
    }
  });

  let service: ChildProcess;
  let dataDir: string;
  let greeting = '';

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
  });

  afterAll(async () => {
    const ended = once(service, 'exit');
    // As Ctrl-C does: to npm, its shell and the service.
    process.kill(-(service.pid ?? 0), 'SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  });

  const origin = () => /http:\/\/localhost:\d+/.exec(greeting)?.[0] ?? '';
  const apiKey = () => /jps_\S+/.exec(greeting)?.[0] ?? '';

  async function output(script: string): Promise<string> {
    const { PATH, HOME } = process.env;
    const strict = 'set -euo pipefail; curl() { command curl --fail-with-body "$@"; echo; }\n';
    const here = script.replaceAll('http://localhost:3000', origin()).replaceAll('jps_…', apiKey());
    const { stdout } = await run('bash', ['-c', strict + here], {
      cwd: root,
      env: { PATH, HOME, DATA_DIR: dataDir },
    });
    return stdout;
  }

  test('ends its first screen in a 201 when the printed command is pasted', async () => {
    const firstScreen = readme.slice(0, readme.indexOf('## A tour'));
    expect(blocks(firstScreen, 'sh')).toEqual(['npm ci\nnpm start\n']);
    const [post = ''] = greeting.match(/curl .* -d .*/) ?? [];
    const answer = await output(post);
    expect(answer).toContain('HTTP/1.1 201 Created');
    expect(answer).toContain(`location: ${origin()}/api/v1.1/jobs/`);
    expect(answer).toContain('"employer":{"id":1,"name":"Demo Employer"},"title":"Baker"');
  });

  test('tours the service with commands that all succeed', async () => {
    const answer = await output(blocks(section('A tour'), 'sh').join('\n'));
    const lines = answer.trim().split('\n');
    expect(lines.map((line) => (line === '' ? undefined : JSON.parse(line)))).toEqual([
      expect.objectContaining({ referenceId: 'REQ-2041', status: 'draft' }),
      expect.objectContaining({ referenceId: 'REQ-2041', status: 'active' }),
      expect.objectContaining({ paging: expect.objectContaining({ total: 1 }) }),
      expect.objectContaining({ referenceId: 'REQ-2041', status: 'archived' }),
      undefined,
      expect.objectContaining({ data: expect.arrayContaining([{ id: 1, name: 'Full Time' }]) }),
      expect.objectContaining({ data: expect.arrayContaining([expect.objectContaining({ id: 23 })]) }),
      expect.objectContaining({ paging: expect.objectContaining({ page: 1 }) }),
    ]);
  });

  test('shows the problem that its example request gets', async () => {
    const [example = '{}'] = blocks(section('A tour'), 'json');
    const { type, title, status, detail, code, errors } = JSON.parse(example);
    const { body } = await clientOf(origin(), { 'api-key': apiKey() }).post(
      '/jobs',
      aJob({ applicationEmail: '', locations: [{ description: 'Calgary, BC' }] }),
    );
    expect(body).toMatchObject({ type, title, status, code });
    expect(detail.split('. ').every((sentence: string) => body.detail.includes(sentence))).toBe(true);
    expect(body.errors).toHaveLength(errors.length);
    for (const { pointer, code: violation } of errors) {
      expect(body.errors).toContainEqual(expect.objectContaining({ pointer, code: violation }));
    }
  });

  test('makes employers and keys with commands that answer one JSON object each', async () => {
    const [script = ''] = blocks(section('Employers and keys'), 'sh');
    const lines = (await output(script)).trim().split('\n');
    expect(lines.map((line) => Object.keys(JSON.parse(line)))).toEqual([
      ['employer', 'apiKey', 'key'],
      ['employers'],
      ['apiKey', 'key'],
      ['keys'],
    ]);
  });

  test('gives secret scanners a pattern that every key matches, and no other text of its length', () => {
    const [pattern = ''] = blocks(section('Employers and keys'), 're');
    const scanner = new RegExp(pattern.trim());
    for (let trial = 0; trial < 1_000; trial += 1) {
      expect(`API-Key: ${newApiKey().apiKey}\n`).toMatch(scanner);
    }
    expect(newApiKey().apiKey.replace('jps_', 'abc_')).not.toMatch(scanner);
    expect(newApiKey().apiKey.slice(0, -1)).not.toMatch(scanner);
  });

  test('lists the rate limit of every plan', () => {
    expect(tableRows(section('Rate limits'))).toEqual(
      Object.values(rateLimits).map(({ name, quota, windowSeconds }) => [
        name,
        String(quota),
        String(windowSeconds),
      ]),
    );
  });

  test('lists every setting with its default and meaning', () => {
    expect(tableRows(section('Configuration'))).toEqual(
      Object.entries(settings).map(([name, { fallback, meaning }]) => [
        name,
        fallback ?? '',
        meaning.replaceAll('`', ''),
      ]),
    );
  });

  test('lists every kind of item and every index of the table', () => {
    const rows = tableRows(section('The table'));
    const items = [
      keys.employer(1),
      keys.apiKey('<sha256>'),
      keys.rateLimit('<sha256>'),
      keys.employerKey(1, '<key id>'),
      keys.job(1, 1),
      keys.reference(1, '<referenceId>'),
      keys.idempotency(1, '<sha256>'),
      keys.statusLeaf(1, 0),
      keys.numbers(1),
      keys.counter('JOB'),
      keys.location('kitsilano', 'BC'),
    ];
    expect(items).toHaveLength(Object.keys(keys).length);
    for (const { PK, SK } of items) {
      expect(rows).toContainEqual(
        expect.arrayContaining([PK, expect.stringMatching(`^${RegExp.escape(SK)}`)]),
      );
    }
    for (const [name, { partition, sort }] of Object.entries(indexes)) {
      expect(rows).toContainEqual(expect.arrayContaining([name, `${partition}, ${sort}`]));
    }
  });

  test('shows the costs that the bench measured', async () => {
    const saved = await readFile(join(root, 'test/bench/figures/figures.json'), 'utf8');
    expect(readme).toContain(costMarkdown(JSON.parse(saved) as Figures).trim());
  });

  test('names only scripts that the package has', async () => {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const named = [
      ...readme.matchAll(
        /npm (?:run (?:-s )?)?(start|test|admin|check|[a-z]+:[a-z-]+|build|synth|bench(?::[a-z-]+)?|test:bundles)\b/g,
      ),
    ];
    expect(named.length).toBeGreaterThan(0);
    for (const [, name] of named) expect(Object.keys(scripts)).toContain(name);
  });
});
