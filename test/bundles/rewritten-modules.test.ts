import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { build, type Plugin } from 'esbuild';
import { root } from '../../bin/build/functions.ts';
import { operationRows } from '../../bin/build/operation-rows.ts';
import { replaceUnused } from '../../bin/build/stand-ins.ts';
import { operations, type Operation } from '../../schemas/operations.ts';
import { pages, type Page } from '../../schemas/pages.ts';
import { publicPages } from '../../schemas/public-pages.ts';

const folder = await mkdtemp(join(tmpdir(), 'rewritten-'));
afterAll(() => rm(folder, { recursive: true }));

let count = 0;

/** What a module exports after a plugin of the build. */
async function exportsOf(entryPoint: string, plugins: Plugin[]): Promise<Record<string, unknown>> {
  const outfile = join(folder, `${(count += 1)}.mjs`);
  await build({
    entryPoints: [entryPoint],
    absWorkingDir: root,
    outfile,
    plugins,
    bundle: true,
    format: 'esm',
    platform: 'node',
  });
  return (await import(pathToFileURL(outfile).href)) as Record<string, unknown>;
}

const schemas = join(root, 'schemas');

/** Puts comments between, before and behind the members of rows, with the punctuation that code has. */
const withComments = (source: string) =>
  source
    .replaceAll(/^ {4}(\w+: .*)$/gm, "    /* As it's read: */ $1 // path: '/', by whom;")
    .replaceAll(/^( {4}.*\w+:)/gm, "    // access: 'public', {\n    // summary: }\n$1");

/** A copy of the schemas in which the tables have comments in odd places. */
async function oddSchemas(): Promise<string> {
  const odd = join(folder, 'schemas');
  await cp(schemas, odd, { recursive: true, filter: (path) => basename(path) !== 'client' });
  for (const name of ['operations', 'pages', 'public-pages']) {
    const source = await readFile(join(odd, `${name}.ts`), 'utf8');
    expect(withComments(source)).not.toBe(source);
    await writeFile(join(odd, `${name}.ts`), withComments(source));
  }
  return odd;
}

/** What functions read of an operation: of its schemas, whether there are any. */
function readOf({ method, path, access, id, bytes, status, missing, ...row }: Operation): object {
  const { body, envelope, query, maxAgeSeconds, servedBy, redirects, idempotencyKey, grants } = row;
  const checked = { body: body && true, envelope: envelope && true, query: query && true };
  const others = { maxAgeSeconds, servedBy, redirects, idempotencyKey, grants };
  return { method, path, access, id, bytes, status, missing, ...checked, ...others };
}

describe('the tables in a bundle', () => {
  test.each([
    ['as they stand', () => schemas],
    ['with comments in odd places', oddSchemas],
  ])('have what functions read of each row of the source: %s', async (_, folderOf) => {
    const from = await folderOf();
    const bundled = async (table: string) => exportsOf(join(from, `${table}.ts`), [operationRows]);
    const rows = (await bundled('operations'))['operations'] as object;
    expect(Object.entries(rows)).toEqual(
      Object.entries<Operation>(operations).map(([id, row]) => [id, readOf(row)]),
    );
    expect((await bundled('public-pages'))['publicPages']).toEqual(
      Object.fromEntries(Object.entries(publicPages).map(([id, { method, path }]) => [id, { method, path }])),
    );
    expect((await bundled('pages'))['pages']).toEqual(
      Object.fromEntries(
        Object.entries<Page>(pages).map(([id, { path, redirect }]) => [id, { path, redirect }]),
      ),
    );
  });
});

/** The schemas of a module as JSON: the registry of errors that they are in has fewer of them. */
const schemasIn = (exported: object) =>
  Object.entries(exported).map(([name, schema]) => [name, JSON.stringify(schema)]);

describe('a reduced module of the AWS SDK', () => {
  /** The stand-ins, of which the build of one module needs one. */
  const standIns: Plugin = {
    ...replaceUnused,
    setup: (building) => replaceUnused.setup({ ...building, onEnd: () => undefined }),
  };

  test.each(['dynamodb', 's3', 'sesv2'])('has the schemas of the original: %s', async (service) => {
    const module = `node_modules/@aws-sdk/client-${service}/dist-es/schemas/schemas_0.js`;
    const [original, reduced] = [await exportsOf(module, []), await exportsOf(module, [standIns])];
    expect(schemasIn(original).length).toBeGreaterThan(20);
    expect(schemasIn(reduced)).toEqual(schemasIn(original));
  });
});
