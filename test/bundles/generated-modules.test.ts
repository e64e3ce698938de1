import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { describe, expect, test } from '@jest/globals';
import { awsSchemas } from '../../bin/build/aws-schemas.ts';
import { root } from '../../bin/build/functions.ts';
import { replacedModules } from '../../bin/build/replaced-modules.ts';

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

test('A build fails and names the file when an update has changed a file that it replaces', async () => {
  const changed = 'postcss/lib/postcss.js';
  const folder = await mkdtemp(join(tmpdir(), 'updated-'));
  const entryPoint = join(folder, 'node_modules', changed);
  await mkdir(dirname(entryPoint), { recursive: true });
  await writeFile(entryPoint, 'export const parse = 1;');
  const result = build({
    entryPoints: [entryPoint],
    plugins: [replacedModules],
    write: false,
    logLevel: 'silent',
  });
  await expect(result).rejects.toThrow(`An update changed ${changed}`);
  await rm(folder, { recursive: true });
});
