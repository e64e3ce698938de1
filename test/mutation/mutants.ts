import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

let files: ReadonlyMap<string, string> | undefined;

/** The file that a mutant changes, by the mutant's id, which instrumented sources name where they switch it on; '' for none. */
export function fileOfMutant(rootDir: string, id: string): string {
  files ??= new Map(
    globSync('functions/{*/{domain,store},platform/{values,dynamodb}}/**/*.ts', { cwd: rootDir }).flatMap(
      (file) =>
        [...readFileSync(join(rootDir, file), 'utf8').matchAll(/stryMutAct_\w+\("(\d+)"\)/g)].map(
          ([, mutant = '']) => [mutant, file] as const,
        ),
    ),
  );
  return files.get(id) ?? '';
}
