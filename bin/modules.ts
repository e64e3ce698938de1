import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const functions = fileURLToPath(new URL('../functions', import.meta.url));

/** The modules directly in the subfolders of `functions/`, by file name: a function has the name of its module. */
const modules = new Map(
  readdirSync(functions).flatMap((room) =>
    readdirSync(join(functions, room), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }): [string, string] => [name, join(functions, room, name)]),
  ),
);

/** The path of a function's module, which is its entry point. */
export function moduleOf(functionName: string): string {
  const path = modules.get(`${functionName}.ts`);
  if (path === undefined) throw new Error(`No room of functions/ has a module ${functionName}.ts.`);
  return path;
}
