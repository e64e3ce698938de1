import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..');
const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

const { optionalDependencies } = readJson('package.json') as {
  optionalDependencies: Record<string, string>;
};

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  /** Whether the entry is a link to a workspace of this repository. */
  link?: true;
  /** Whether the package is part of its parent's archive, whose integrity hash covers it. */
  inBundle?: true;
}

const locked = readJson('package-lock.json').packages as Record<string, Locked>;

const downloads = Object.entries(locked).filter(
  ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
);

/**
 * The embedded engine for platforms other than that of the lock file. The registry used there does
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

  test('has the same version of the engine for every platform', () => {
    const engines = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('@dynoxide/'));
    expect(engines).toHaveLength(unpinned.length + 1);
    for (const [name, version] of engines) {
      expect([name, version]).toEqual([name, locked['node_modules/@dynoxide/linux-x64']?.version]);
      expect([name, locked[`node_modules/${name}`]?.version]).toEqual([name, version]);
    }
  });

  test('contains no URLs: every package comes from the configured registry', () => {
    expect(downloads.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});
