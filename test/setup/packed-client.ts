import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildClient } from '../../bin/build/client-package.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** A project that has installed the client from its tarball. */
export async function projectWithClient() {
  const folder = await mkdtemp(join(tmpdir(), 'client-package-'));
  const installed = join(folder, 'node_modules/job-posting-client');
  const built = join(folder, 'built');
  await mkdir(installed, { recursive: true });
  await buildClient(built);
  await run('npm', ['pack', built, '--pack-destination', folder, '--offline'], { cwd: folder });
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const tarball = join(folder, `job-posting-client-${version}.tgz`);
  await run('tar', ['-xzf', tarball, '--strip-components', '1', '-C', installed]);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
