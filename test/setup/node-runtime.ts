import { readFileSync } from 'node:fs';
import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { watchFiles } from './watch-files.ts';
import type WorkerEnvironment from './worker-environment.ts';

const require = createRequire(import.meta.url);
const project = new URL('../../', import.meta.url).href;
const packages = new URL('node_modules/', project).href;

type Method = (...values: unknown[]) => unknown;

/** The symbol under which jest-circus reads the time limit of a suite. */
const testTimeout = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** The descriptions of the symbols under which jest-circus stores the state of a suite in the global object. */
const circusKeys = new Set<string | undefined>([
  'JEST_STATE_SYMBOL',
  'EVENT_HANDLERS',
  'RETRY_TIMES_SETTER',
  'TEST_TIMEOUT_SYMBOL',
]);

/** The number of the current suite, and its globals, which `@jest/globals` exports. */
let suite = 0;
export let suiteGlobals: object = {};

const isProjectFile = (url: string | undefined) => url?.startsWith(project) && !url.startsWith(packages);

/** The stripped JavaScript by path, shared by all suites of a worker. */
const stripped = new Map<string, string>();

function strip(path: string): string {
  // The source URL is a path, so that stack traces name the file as in Jest.
  const code = stripped.get(path) ?? stripTypeScriptTypes(readFileSync(path, 'utf8'), { sourceUrl: path });
  stripped.set(path, code);
  return code;
}

watchFiles();

// A query in module URLs gives each suite its own instances of the project's modules. Packages are shared by a worker.
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (!isProjectFile(parentURL) || !parentURL?.includes('?suite=')) return next(specifier, context);
    if (specifier === '@jest/globals') {
      return { url: `jest:globals?suite=${suite}`, format: 'module', shortCircuit: true };
    }
    const resolved = next(specifier, context);
    return isProjectFile(resolved.url) && !resolved.url.includes('?')
      ? { ...resolved, url: `${resolved.url}?suite=${suite}` }
      : resolved;
  },
  load(url, context, next) {
    if (url.startsWith('jest:globals')) {
      const names = Object.keys(suiteGlobals).join(', ');
      const source = `import { suiteGlobals } from '${import.meta.url}';\nexport const { ${names} } = suiteGlobals;`;
      return { source, format: 'module', shortCircuit: true };
    }
    return url.includes('.ts?suite=')
      ? { source: strip(fileURLToPath(url)), format: 'module', shortCircuit: true }
      : next(url, context);
  },
});

/** A Jest runtime (Jest's config key `runtime`) that lets Node load the modules. */
export default class NodeRuntime {
  #environment: WorkerEnvironment;
  #seed: number;

  constructor(...given: [...unknown[]]) {
    suite += 1;
    this.#environment = given[1] as WorkerEnvironment;
    this.#seed = (given[7] as { seed: number }).seed;
  }

  /** Loads jest-circus with the state of a new suite. */
  requireInternalModule(path: string): unknown {
    delete require.cache[path];
    return require(path);
  }

  setGlobalsForRuntime(globals: object): void {
    const { moduleMocker, fakeTimersModern } = this.#environment;
    const overrides = {
      getSeed: () => this.#seed,
      setTimeout: (millis: number) => void Object.assign(globalThis, { [testTimeout]: millis }),
      resetModules: () => void (suite += 1),
    };
    const jest = new Proxy(overrides, {
      get: (target, name) => {
        const owner = [target, fakeTimersModern, moduleMocker].find((each) => name in each);
        return owner && (Reflect.get(owner, name) as Method).bind(owner);
      },
    });
    suiteGlobals = { ...globals, jest };
  }

  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  unstable_importModule(path: string): Promise<unknown> {
    return import(`${pathToFileURL(path).href}?suite=${suite}`);
  }

  requireModule(path: string): unknown {
    return require(path);
  }

  getSourceMaps(): Map<string, string> {
    return new Map();
  }

  getAllCoverageInfoCopy(): undefined {}

  enterTestCode(): void {}

  leaveTestCode(): void {}

  /** Removes the globals that jest-circus has added. */
  teardown(): void {
    suiteGlobals = {};
    for (const key of Object.getOwnPropertySymbols(globalThis)) {
      if (circusKeys.has(key.description)) Reflect.deleteProperty(globalThis, key);
    }
  }
}
