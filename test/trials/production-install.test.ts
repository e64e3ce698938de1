import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { functions } from '../../bin/build/functions.ts';
import { moduleOf } from '../../bin/modules.ts';
import { createHttpClient } from '../setup/http-client.ts';
import { npmStart } from '../setup/local-start.ts';

const root = join(import.meta.dirname, '../..');
const notCloned = new Set(['node_modules', 'dist', '.local', '.git']);

test('npm ci --omit=dev && npm start in a fresh clone builds the client and runs the service', async () => {
  const clone = await mkdtemp(join(tmpdir(), 'clone-'));
  const { PATH: ours = '', HOME } = process.env;
  // Removes the project's Node from PATH, because a fresh machine has only its own.
  const PATH = ours
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter);
  const options = { cwd: clone, env: { PATH, HOME } };
  try {
    await cp(root, clone, { recursive: true, filter: (source) => !notCloned.has(basename(source)) });
    await promisify(execFile)('npm', ['ci', '--omit=dev'], options);
    const { stdout: made } = await promisify(execFile)('npm', ['run', '-s', 'build:client'], options);
    expect(made).toMatch(/^ {2}npm install .*job-posting-client-\d.*\.tgz$/m);
    // An empty DATA_DIR is the default one.
    const { origin, apiKey, stop } = await npmStart({ root: clone, environment: { PATH, DATA_DIR: '' } });
    const { status } = await createHttpClient(origin, { 'api-key': apiKey }).get('/jobs');
    await stop();
    expect(status).toBe(200);
  } finally {
    await rm(clone, { recursive: true, force: true });
  }
});

/** The packages that programs import directly or indirectly, without imports of types. */
async function packagesOf(programs: string[]): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: 'dist',
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    metafile: true,
    write: false,
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  const packages = imports
    .filter(({ external, path }) => external && !isBuiltin(path) && !path.startsWith('.'))
    .map(({ path }) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
  return [...new Set(packages)].toSorted();
}

/** The packages whose files the service sends to browsers. */
const served = ['@speed-highlight/core', 'minisearch'];

test('the service and its commands import all production dependencies and no others', async () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const commands = ['bin/start.ts', 'bin/admin.ts', 'bin/build-client.ts'];
  // The service loads functions by name, so their modules are added here.
  const programs = [...commands, ...functions.map(moduleOf)];
  expect([...(await packagesOf(programs)), ...served].toSorted()).toEqual(
    Object.keys(dependencies).toSorted(),
  );
});
