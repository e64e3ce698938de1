import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { section } from '../setup/markdown.ts';

const docs = join(import.meta.dirname, '../../docs');

/**
 * The commands that a section of docs/ shows and that begin like this, in lines and in sentences. Throws when there is
 * none any longer.
 */
export function documented(page: string, title: string, beginning: string): [string, ...string[]] {
  const text = section(readFileSync(join(docs, `${page}.md`), 'utf8'), title).replaceAll(/\\\n\s*/g, '');
  const [first, ...others] = text
    .split(/[\n`|]/)
    .map((line) => line.trim())
    .filter((line) => line.startsWith(beginning));
  if (first === undefined) throw new Error(`docs/${page}.md, "${title}", shows no ${beginning}.`);
  return [first, ...others];
}
