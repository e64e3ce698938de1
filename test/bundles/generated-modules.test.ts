import { build, type Plugin } from 'esbuild';
import { describe, expect, test } from '@jest/globals';
import { awsSchemas } from '../../bin/build/aws-schemas.ts';
import { root } from '../../bin/build/functions.ts';
import { reducedTables } from '../../bin/build/reduced-tables.ts';
import { operations, type Operation } from '../../schemas/operations.ts';
import { pages, type Page } from '../../schemas/pages.ts';
import { publicPages } from '../../schemas/public-pages.ts';

/** The exports of a module after the build's plugins have transformed it. */
async function exportsOf(entryPoint: string, plugins: Plugin[]): Promise<Record<string, unknown>> {
  const { outputFiles } = await build({
    entryPoints: [entryPoint],
    absWorkingDir: root,
    plugins,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)) as Record<string, unknown>;
}

/** The members of an operation that functions read. Of its schemas, they only read whether they exist. */
function readMembers({ method, path, access, id, bytes, status, missing, ...row }: Operation): object {
  const { body, envelope, query, maxAgeSeconds, servedBy, redirects, idempotencyKey, grants } = row;
  const schemas = { body: body && true, envelope: envelope && true, query: query && true };
  const others = { maxAgeSeconds, servedBy, redirects, idempotencyKey, grants };
  return { method, path, access, id, bytes, status, missing, ...schemas, ...others };
}

const exportOf = async (table: string, name: string) =>
  (await exportsOf(`schemas/${table}.ts`, [reducedTables]))[name] as object;

test('The tables in a bundle have the members that functions read, in the same order', async () => {
  expect(Object.entries(await exportOf('operations', 'operations'))).toEqual(
    Object.entries<Operation>(operations).map(([id, row]) => [id, readMembers(row)]),
  );
  expect(await exportOf('public-pages', 'publicPages')).toEqual(
    Object.fromEntries(Object.entries(publicPages).map(([id, { method, path }]) => [id, { method, path }])),
  );
  expect(await exportOf('pages', 'pages')).toEqual(
    Object.fromEntries(
      Object.entries<Page>(pages).map(([id, { path, redirect }]) => [id, { path, redirect }]),
    ),
  );
});

/** A shape with its references resolved up to a depth, because shapes may be recursive. */
function expand(shape: unknown, depth = 4): unknown {
  if (typeof shape === 'function') return depth === 0 ? '…' : expand(shape(), depth - 1);
  return Array.isArray(shape) ? shape.map((member) => expand(member, depth)) : shape;
}

describe('The schemas of an AWS client in a bundle', () => {
  test.each(['dynamodb', 's3', 'sesv2'])('equal the schemas of the SDK: %s', async (service) => {
    const module = `node_modules/@aws-sdk/client-${service}/dist-es/schemas/schemas_0.js`;
    const [{ errorTypeRegistries: _, ...original }, { errorTypeRegistries, ...generated }] =
      await Promise.all([exportsOf(module, []), exportsOf(module, [awsSchemas])]);
    expect(Object.keys(original).length).toBeGreaterThan(20);
    for (const [name, shape] of Object.entries(original)) {
      expect([name, expand(generated[name])]).toEqual([name, expand(shape)]);
    }
    expect(errorTypeRegistries).toHaveLength(2);
  });
});
