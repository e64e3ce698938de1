import { readFileSync } from 'node:fs';

const folder = new URL('assets/', import.meta.url);

const importsOf = (file: string) =>
  [...readFileSync(new URL(file, folder), 'utf8').matchAll(/^import .* from '\.\/([\w-]+\.js)';$/gm)].map(
    ([, name = '']) => name,
  );

/** The scripts that a page runs, by their files: the first one with all that it imports, before it runs. */
export function pageModules(files: readonly string[] = ['page.js']): string[] {
  const all = new Set([...files, ...files.flatMap(importsOf)]);
  return all.size === files.length ? [...files] : pageModules([...all]);
}
