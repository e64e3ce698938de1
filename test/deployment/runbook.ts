import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fencedBlocks, section } from '../setup/markdown.ts';

const docs = join(import.meta.dirname, '../../docs');

const sectionOf = (page: string, title: string) =>
  section(readFileSync(join(docs, `${page}.md`), 'utf8'), title);

/** The blocks of commands that a section of docs/ shows, each as a script that ends with its first error. */
export const documentedScripts = (page: string, title: string): string[] =>
  fencedBlocks(sectionOf(page, title).replaceAll(/^ {3}/gm, '')).map(({ code }) => `set -e\n${code}`);

/**
 * The commands that a section of docs/ shows and that begin like this, in lines and in sentences. Throws when there is
 * none any longer.
 */
export function documented(page: string, title: string, beginning: string): [string, ...string[]] {
  const text = sectionOf(page, title).replaceAll(/\\\n\s*/g, '');
  const [first, ...others] = text
    .split(/[\n`|]/)
    .map((line) => line.trim())
    .filter((line) => line.startsWith(beginning));
  if (first === undefined) throw new Error(`docs/${page}.md, "${title}", shows no ${beginning}.`);
  return [first, ...others];
}
