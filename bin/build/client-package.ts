import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './functions.ts';

const run = promisify(execFile);

const client = join(root, 'schemas/client');

export const CLIENT_DIST = join(root, 'dist/client');

const json = async (file: string) => JSON.parse(await readFile(file, 'utf8'));

/** The published manifest: it exports the built files, and lacks fields that only this repository needs. */
async function manifest(): Promise<object> {
  const { private: _, devDependencies: __, ...published } = await json(join(client, 'package.json'));
  const { version } = await json(join(root, 'package.json'));
  return { ...published, version, exports: { '.': { types: './index.d.ts', default: './index.js' } } };
}

/** Packs the folder of a built client. Returns the path of the archive, which npm can install. */
export async function packClient(dist = CLIENT_DIST): Promise<string> {
  const to = dirname(dist);
  const { stdout } = await run('npm', ['pack', dist, '--pack-destination', to, '--offline']);
  return join(to, stdout.trim().split('\n').at(-1) ?? '');
}

export async function buildClient(dist = CLIENT_DIST): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  // npm downloads the compiler if only production dependencies are installed.
  const { typescript } = (await json(join(root, 'package.json'))).devDependencies;
  const compiler = ['--yes', '--package', `typescript@${typescript}`, '--', 'tsc'];
  await run('npm', ['exec', ...compiler, '--project', client, '--outDir', dist], { cwd: root });
  await writeFile(join(dist, 'package.json'), `${JSON.stringify(await manifest(), undefined, 2)}\n`);
  await cp(join(client, 'README.md'), join(dist, 'README.md'));
  await cp(join(root, 'LICENSE'), join(dist, 'LICENSE'));
}
