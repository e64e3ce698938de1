import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildClient, packClient } from '../../bin/build/client-package.ts';

const run = promisify(execFile);

/** A project that has installed the client from its tarball. */
export async function projectWithClient() {
  const folder = await mkdtemp(join(tmpdir(), 'client-package-'));
  const installed = join(folder, 'node_modules/job-posting-client');
  const built = join(folder, 'built');
  await mkdir(installed, { recursive: true });
  await buildClient(built);
  const tarball = await packClient(built);
  await run('tar', ['-xzf', tarball, '--strip-components', '1', '-C', installed]);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  return { folder, tarball, remove: () => rm(folder, { recursive: true, force: true }) };
}
