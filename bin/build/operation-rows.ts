import { isDeepStrictEqual } from 'node:util';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import type { Operation } from '../../schemas/operations.ts';
import type { Page } from '../../schemas/pages.ts';
import type { PublicPage } from '../../schemas/public-pages.ts';

type Member = keyof Operation | keyof PublicPage | keyof Page;

/** The members of a row that only documents, tests, the client and the deployment read. */
const unread: ReadonlySet<string> = new Set<Member>([
  'summary',
  'subject',
  'answer',
  'form',
  'notRepeatable',
  'fromCandidates',
  'ofSite',
  'checks',
  'keptBy',
]);

/** The schemas that requests are checked by. Each bundle has those of its own operation (`validators-ahead.ts`). */
const checked: ReadonlySet<string> = new Set<Member>(['body', 'envelope', 'query']);

/** What functions read of a row. */
const readOf = (row: object): object =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !unread.has(name))
      .map(([name, value]) => [name, checked.has(name) ? true : value]),
  );

/** A table with what functions read of its rows; any other value as it is. */
const reduced = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([id, row]) => [id, readOf(row as object)]))
    : value;

/** A value as JSON. Throws Error if JSON would change it. */
function asJson(name: string, value: unknown): string {
  const text = JSON.stringify(value);
  if (!isDeepStrictEqual(JSON.parse(text ?? 'null'), value)) throw new Error(`${name} is no value of JSON.`);
  return text;
}

/**
 * Writes the tables of operations and pages into bundles as values, without what no function reads. Every bundle contains
 * the whole tables, because the methods of a path are those of several rows.
 */
export const operationRows: Plugin = {
  name: 'operation-rows',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]schemas[\\/](?:operations|pages|public-pages)\.ts$/ }, async ({ path }) => {
      const exported = (await import(pathToFileURL(path).href)) as object;
      const lines = Object.entries(exported).map(
        ([name, value]) => `export const ${name} = ${asJson(name, reduced(value))};`,
      );
      return { contents: lines.join('\n'), loader: 'js' };
    });
  },
};
