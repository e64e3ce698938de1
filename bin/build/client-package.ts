import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './functions.ts';

const run = promisify(execFile);

const client = join(root, 'schemas/client');

/** The folder of the client package that npm publishes. */
export const CLIENT_DIST = join(root, 'dist/client');

// TypeScript rewrites imports in modules but not in their declarations.
async function rewriteImports(folder: string): Promise<void> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.d.ts'));
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), text.replace(/(from '\.[\w./-]+)\.ts'/g, "$1.js'"));
  }
}

const json = async (file: string) => JSON.parse(await readFile(file, 'utf8'));

/** The manifest to publish: for the built files, without what only this repository needs. */
async function manifest(): Promise<object> {
  const { private: _, devDependencies: __, ...published } = await json(join(client, 'package.json'));
  const { version } = await json(join(root, 'package.json'));
  return { ...published, version, exports: { '.': { types: './index.d.ts', default: './index.js' } } };
}

/** Builds the package of the client: JavaScript modules, declarations, manifest, README and license. */
export async function buildClient(dist = CLIENT_DIST): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '--project', client, '--outDir', dist]);
  await rewriteImports(dist);
  await writeFile(join(dist, 'package.json'), `${JSON.stringify(await manifest(), undefined, 2)}\n`);
  await cp(join(client, 'README.md'), join(dist, 'README.md'));
  await cp(join(root, 'LICENSE'), join(dist, 'LICENSE'));
}
