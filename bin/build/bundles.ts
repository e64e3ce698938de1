import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { builtIns } from './built-ins.ts';
import { bytesByOrigin, modulesIn } from './contents.ts';
import { operationRows } from './operation-rows.ts';
import { pagesAhead } from './pages-ahead.ts';
import { moduleOf } from '../modules.ts';
import { functions, operationOfModule, root } from './functions.ts';
import { replaceUnused } from './stand-ins.ts';
import { copyPlaceList, needsPlaceList, placeList, placeListName } from './place-list.ts';
import { validatorsAhead } from './validators-ahead.ts';

/** The folder of the bundles, with one folder per function as Lambda expects it (`index.handler`). */
export const DIST = join(root, 'dist/functions');

/** The path of a function's bundled module. */
export const bundleOf = (functionName: string, dist = DIST): string => join(dist, functionName, 'index.mjs');

/** The build output for one function. */
export interface Bundle {
  function: string;
  /** The size of index.mjs. */
  bytes: number;
  gzip: number;
  /** The files next to index.mjs. */
  files: string[];
  /** The bytes in index.mjs by package, largest first. */
  inside: Record<string, number>;
  /** The modules in index.mjs, sorted by name. */
  modules: string[];
}

const options = {
  absWorkingDir: root,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minify: true,
  metafile: true,
  write: false,
  logLevel: 'warning',
} as const satisfies BuildOptions;

type Inputs = Metafile['outputs'][string]['inputs'];

async function writeBundle(name: string, dist: string, code: Uint8Array, inputs: Inputs): Promise<Bundle> {
  const folder = join(dist, name);
  const modules = modulesIn(inputs);
  const operations = modules.flatMap((module) => operationOfModule.get(join(root, module)) ?? []);
  const withPlaces = operations.some(needsPlaceList);
  await mkdir(folder, { recursive: true });
  await writeFile(bundleOf(name, dist), code);
  if (withPlaces) await copyPlaceList(folder);
  return {
    function: name,
    bytes: code.length,
    gzip: gzipSync(code).length,
    files: withPlaces ? [placeListName] : [],
    inside: bytesByOrigin(inputs),
    modules,
  };
}

/** Bundles every function into its folder below `dist`, which is emptied first. Returns the bundles, sorted by name. */
export async function buildBundles(dist = DIST): Promise<Bundle[]> {
  const { outputFiles, metafile } = await build({
    ...options,
    mainFields: ['module', 'main'],
    plugins: [builtIns, replaceUnused, validatorsAhead, operationRows, pagesAhead, placeList],
    entryPoints: functions.map((name) => ({ in: moduleOf(name), out: join(name, 'index') })),
    outdir: dist,
  });
  const code = new Map(outputFiles.map(({ path, contents }) => [path, contents]));
  const inputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [join(root, path), output.inputs]),
  );
  await rm(dist, { recursive: true, force: true });
  return Promise.all(
    functions.map((name) => {
      const path = bundleOf(name, dist);
      const [bytes, held] = [code.get(path), inputs.get(path)];
      if (!bytes || !held) throw new Error(`esbuild did not produce ${path}.`);
      return writeBundle(name, dist, bytes, held);
    }),
  );
}
