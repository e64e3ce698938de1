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

/**
 * The schemas of requests. A bundle contains the schemas of its own operation (`compile-validators.ts`), so `true` is
 * enough here.
 */
const schemas: ReadonlySet<string> = new Set<Member>(['body', 'envelope', 'query']);

const reduceRow = (row: object): object =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !unread.has(name))
      .map(([name, value]) => [name, schemas.has(name) ? true : value]),
  );

const isTable = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Serialises a value as JSON, a table with reduced rows. Throws Error if JSON would change the value. */
function toJson(name: string, value: unknown): string {
  const reduced = isTable(value)
    ? Object.fromEntries(Object.entries(value).map(([id, row]) => [id, reduceRow(row as object)]))
    : value;
  const text = JSON.stringify(reduced);
  if (!isDeepStrictEqual(JSON.parse(text ?? 'null'), reduced)) throw new Error(`${name} is not JSON.`);
  return text;
}

/**
 * Writes the tables of operations and pages into bundles as values, without the members that no function reads: 9 %
 * less CPU of a cold start. Every bundle contains all rows, because a path may have the methods of several rows.
 */
export const reducedTables: Plugin = {
  name: 'reduced-tables',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]schemas[\\/](?:operations|pages|public-pages)\.ts$/ }, async ({ path }) => {
      const exported = (await import(pathToFileURL(path).href)) as object;
      const lines = Object.entries(exported).map(
        ([name, value]) => `export const ${name} = ${toJson(name, value)};`,
      );
      return { contents: lines.join('\n'), loader: 'js' };
    });
  },
};
