import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { root } from './functions.ts';

const table = join(root, 'schemas/operations.ts');

/**
 * A member of a row that only documents and tests read, in the form that the formatter gives it. Where there is an
 * `envelope`, that is what functions check, not `body`.
 */
const documented =
  /^ {4}(?:(?:summary|subject|answer|form|fromCandidates|ofSite|notRepeatable):\s[^;]*?,\n(?= {4}\w| {2}\})|body:\s[^\n]*,\n(?= {4}envelope))/gm;

/** A schema that requests are checked by. Each bundle has those of its own operation (`validators-ahead.ts`). */
const checked = /^ {4}(?<name>body|envelope|query):\s[^;]*?,\n(?= {4}\w| {2}\})/gm;

/** The tables of pages, of which every bundle contains the paths and methods, and what only documents read of them. */
const pageTables = new Set(['schemas/pages.ts', 'schemas/public-pages.ts'].map((file) => join(root, file)));
const summaries = /summary:\s+(?:'[^'\n]*'|"[^"\n]*"),?/g;

/**
 * Leaves out of the tables of operations and pages what no function reads. Every bundle contains the whole table, because the
 * methods of a path are those of several rows.
 */
export const operationRows: Plugin = {
  name: 'operation-rows',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]schemas[\\/](?:public-)?pages\.ts$/ }, async ({ path }) => {
      if (!pageTables.has(path)) return undefined;
      return { contents: (await readFile(path, 'utf8')).replaceAll(summaries, ''), loader: 'ts' };
    });
    build.onLoad({ filter: /[\\/]schemas[\\/]operations\.ts$/ }, async ({ path }) => {
      if (path !== table) return undefined;
      const source = await readFile(path, 'utf8');
      const contents = source.replaceAll(documented, '').replaceAll(checked, '    $<name>: true,\n');
      return { contents, loader: 'ts' };
    });
  },
};
