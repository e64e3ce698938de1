import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Handler } from '../../functions/http/incoming.ts';
import { moduleOf } from '../modules.ts';
import { StartFailure } from './start-failure.ts';

/** The output folder of `npm run build`. */
const BUNDLES = fileURLToPath(new URL('../../dist/functions', import.meta.url));

const handlerIn = async (path: string) =>
  ((await import(pathToFileURL(path).href)) as { handler: Handler }).handler;

/** The handler in the module of a function, loaded on first use so that settings can be changed before. */
export const loadFunction = async (functionName: string): Promise<Handler> =>
  handlerIn(moduleOf(functionName));

/** The handler in the bundle of a function. Throws StartFailure without a build. */
export async function loadBundle(functionName: string): Promise<Handler> {
  if (!existsSync(BUNDLES)) throw new StartFailure('There is nothing to serve yet: run npm run build first.');
  return handlerIn(join(BUNDLES, functionName, 'index.mjs'));
}
