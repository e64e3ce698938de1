import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { functions } from '../bin/build/functions.ts';
import { moduleOf } from '../bin/modules.ts';

const root = join(import.meta.dirname, '..');
const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

const { dependencies, optionalDependencies } = readJson('package.json') as Record<
  'dependencies' | 'optionalDependencies',
  Record<string, string>
>;

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  /** A workspace. */
  link?: true;
  /** Bundled in the package that contains it, and covered by its integrity. */
  inBundle?: true;
}

const locked = readJson('package-lock.json').packages as Record<string, Locked>;

const downloads = Object.entries(locked).filter(
  ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
);

/**
 * The embedded engine for other platforms than the one that the lock file was made on. The registry used there does
 * not serve them, so their content cannot be pinned; npm still checks it against the registry's own record. A lock file
 * made where they are served pins them: then they leave this list.
 */
const unpinned = [
  '@dynoxide/darwin-arm64',
  '@dynoxide/darwin-x64',
  '@dynoxide/linux-arm64',
  '@dynoxide/win32-x64',
];

describe('the lock file', () => {
  test('pins the content of every package, except for the engine on other platforms', () => {
    const holes = downloads.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    expect(holes.map(([path]) => path)).toEqual(unpinned.map((name) => `node_modules/${name}`));
  });

  test('has the engine in one version for every platform', () => {
    const engines = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('@dynoxide/'));
    expect(engines).toHaveLength(unpinned.length + 1);
    for (const [name, version] of engines) {
      expect([name, version]).toEqual([name, locked['node_modules/@dynoxide/linux-x64']?.version]);
      expect([name, locked[`node_modules/${name}`]?.version]).toEqual([name, version]);
    }
  });

  test('names no URLs: every package comes from the configured registry', () => {
    expect(downloads.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});

/** The packages that programs import in any way, except for types. */
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

describe('the service on this machine', () => {
  test('runs, and can be administered, with only the production dependencies', async () => {
    const commands = ['bin/start.ts', 'bin/admin.ts', 'bin/build-client.ts'];
    // The service loads its functions by their names.
    const programs = [...commands, ...functions.map(moduleOf)];
    expect([...(await packagesOf(programs)), ...served].toSorted()).toEqual(
      Object.keys(dependencies).toSorted(),
    );
  });
});
