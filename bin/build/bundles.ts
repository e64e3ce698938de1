import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { documentedOperations } from '../../schemas/operation-schemas.ts';
import type { OperationId } from '../../schemas/operations.ts';
import { moduleOf } from '../modules.ts';
import { awsSchemas } from './aws-schemas.ts';
import { compileValidators, VALIDATORS } from './compile-validators.ts';
import { functions, operationOfModule, root } from './functions.ts';
import { builtinModules, gazetteerFile, gazetteerInBundle, prerenderedPages } from './plugins.ts';
import { replacedModules } from './replaced-modules.ts';

/** The folder of the bundles, with one folder per function as Lambda expects it (`index.handler`). */
export const DIST = join(root, 'dist/functions');

/** The path of a function's bundled module. */
export const bundleOf = (functionName: string, dist = DIST): string => join(dist, functionName, 'index.mjs');

export interface Bundle {
  function: string;
  bytes: number;
  gzip: number;
  /** The files next to index.mjs. */
  files: string[];
  /** The bytes in index.mjs by package, largest first. */
  inside: Record<string, number>;
  /** The modules in index.mjs, sorted by name. */
  modules: string[];
}

const options: BuildOptions & { metafile: true; write: false } = {
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
  mainFields: ['module', 'main'],
  plugins: [
    builtinModules,
    replacedModules,
    awsSchemas,
    compileValidators,
    prerenderedPages,
    gazetteerInBundle,
  ],
};

type Inputs = Metafile['outputs'][string]['inputs'];

const packageName = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/;

/** The origin of a module: a package, the compiled validators, or the project's own code. */
const originOf = (module: string): string =>
  packageName.exec(module)?.[1] ?? (module.startsWith(VALIDATORS) ? 'validators' : 'own code');

/** The bytes in a bundle by origin, largest first. */
function bytesByOrigin(inputs: Inputs): Record<string, number> {
  const bytes = new Map<string, number>();
  for (const [module, { bytesInOutput }] of Object.entries(inputs)) {
    const origin = originOf(module);
    bytes.set(origin, (bytes.get(origin) ?? 0) + bytesInOutput);
  }
  const present = [...bytes].filter(([, size]) => size > 0);
  return Object.fromEntries(present.toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b, 'en')));
}

/** Whether an operation writes jobs with locations, or returns locations. */
function needsGazetteer(id: OperationId): boolean {
  const { path, body } = documentedOperations[id];
  const fields = (body as { properties?: object } | undefined)?.properties ?? {};
  return path.startsWith('/locations') || 'locations' in fields;
}

async function writeBundle(name: string, dist: string, code: Uint8Array, inputs: Inputs): Promise<Bundle> {
  const folder = join(dist, name);
  const modules = Object.keys(inputs).filter((module) => (inputs[module]?.bytesInOutput ?? 0) > 0);
  const ids = modules.flatMap((module) => operationOfModule.get(join(root, module)) ?? []);
  const files = ids.some(needsGazetteer) ? [gazetteerFile.name] : [];
  await mkdir(folder, { recursive: true });
  await writeFile(bundleOf(name, dist), code);
  if (files.length > 0) await copyFile(gazetteerFile.path, join(folder, gazetteerFile.name));
  return {
    function: name,
    bytes: code.length,
    gzip: gzipSync(code).length,
    files,
    inside: bytesByOrigin(inputs),
    modules: modules.toSorted(),
  };
}

/** Bundles every function into its folder below `dist`, which is emptied first. Returns the bundles, sorted by name. */
export async function buildBundles(dist = DIST): Promise<Bundle[]> {
  const { outputFiles, metafile } = await build({
    ...options,
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
      const [bytes, bundled] = [code.get(path), inputs.get(path)];
      if (!bytes || !bundled) throw new Error(`esbuild did not produce ${path}.`);
      return writeBundle(name, dist, bytes, bundled);
    }),
  );
}
