import { readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Handler } from '../functions/http/incoming.ts';
import { StartFailure } from './local/start-failure.ts';

const functions = fileURLToPath(new URL('../functions', import.meta.url));

/** The modules directly in the subfolders of `functions/`, by file name: a function has the name of its module. */
const modules = new Map(
  readdirSync(functions).flatMap((room) =>
    readdirSync(join(functions, room), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }): [string, string] => [name, join(functions, room, name)]),
  ),
);

export function moduleOf(functionName: string): string {
  const path = modules.get(`${functionName}.ts`);
  if (path === undefined) throw new Error(`No room of functions/ has a module ${functionName}.ts.`);
  return path;
}

const BUNDLES = fileURLToPath(new URL('../dist/functions', import.meta.url));

const handlers = new Map<string, Promise<Handler>>();

/** The handler in a module. The promise is kept, because each `import` of a loaded module takes time. */
function handlerIn(path: string): Promise<Handler> {
  const handler =
    handlers.get(path) ??
    import(pathToFileURL(path).href).then((module: { handler: Handler }) => module.handler);
  handlers.set(path, handler);
  return handler;
}

/** The handler in the module of a function, loaded on first use so that settings can be changed before. */
export const loadFunction = async (functionName: string): Promise<Handler> =>
  handlerIn(moduleOf(functionName));

/** The handler in the bundle of a function. Throws StartFailure without a build. */
export async function loadBundle(functionName: string): Promise<Handler> {
  if (!existsSync(BUNDLES)) throw new StartFailure('There is nothing to serve yet: run npm run build first.');
  return handlerIn(join(BUNDLES, functionName, 'index.mjs'));
}
