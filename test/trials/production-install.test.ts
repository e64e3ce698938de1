import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const notCloned = new Set(['node_modules', 'dist', '.local', '.git']);

test('makes the client and runs from a fresh clone after npm ci --omit=dev && npm start', async () => {
  const clone = await mkdtemp(join(tmpdir(), 'clone-'));
  const { PATH: ours = '', HOME } = process.env;
  // On a fresh machine, npm runs on its own Node, not on the one that it brings to this test.
  const PATH = ours
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter);
  const place = { cwd: clone, env: { PATH, HOME, PORT: '0' } };
  try {
    await cp(root, clone, { recursive: true, filter: (source) => !notCloned.has(basename(source)) });
    await promisify(execFile)('npm', ['ci', '--omit=dev'], place);
    const { stdout: made } = await promisify(execFile)('npm', ['run', '-s', 'build:client'], place);
    expect(made).toMatch(/^ {2}npm install .*job-posting-client-\d.*\.tgz$/m);
    const service = spawn('npm', ['start'], { ...place, detached: true });
    // Closed once the service itself has ended, too: npm may be faster.
    const ended = once(service, 'close');
    let output = '';
    const ready = Promise.withResolvers<void>();
    for (const stream of [service.stdout, service.stderr]) {
      stream.on('data', (text) => {
        output += String(text);
        if (output.includes('Ctrl-C')) ready.resolve();
      });
    }
    await Promise.race([ready.promise, ended]);
    const [address] = /http:\/\/localhost:\d+\/api\/v1\.1/.exec(output) ?? [output];
    const [apiKey = ''] = /jps_\S+/.exec(output) ?? [];
    const { status } = await fetch(`${address}/jobs`, { headers: { 'api-key': apiKey } });
    // As Ctrl-C does: to npm, its shell and the service.
    process.kill(-(service.pid ?? 0), 'SIGTERM');
    await ended;
    expect(status).toBe(200);
  } finally {
    await rm(clone, { recursive: true, force: true });
  }
});
