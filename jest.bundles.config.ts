import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import config from './jest.config.ts';

/** The modules through which a suite reaches the built functions. */
const serving = new Set(['test/setup/deployment.ts', 'test/setup/shared-service.ts']);

/** The test modules that a module imports, except for their types. */
const importsOf = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/^import (?!type )[^;']*'(\.[^']*)'|import\('(\.[^']*)'\)/gm)]
    .map(([, fixed, late]) => join(path, '..', fixed ?? late ?? ''))
    .filter((each) => each.startsWith('test/') && existsSync(each));

const reachesFunctions = (path: string): boolean =>
  serving.has(path) || importsOf(path).some(reachesFunctions);

// A suite without requests passes with the built functions as it does with their sources.
const suites = globSync('test/functions/**/*.test.ts', { cwd: import.meta.dirname }).filter(reachesFunctions);

export default {
  ...config,
  testMatch: ['test/bundles/*.test.ts', ...suites].map((path) => `<rootDir>/${path}`),
  testPathIgnorePatterns: ['/node_modules/'],
};
