import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/**
 * The code of a CloudFront function, from a module that exports `handler`. The runtime supports ECMAScript 5.1 with
 * const and let; esbuild replaces or refuses what is newer.
 */
export function edgeCode(module: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(module, import.meta.url))],
    bundle: true,
    write: false,
    target: 'es5',
    supported: { 'const-and-let': true },
    globalName: 'edge',
    footer: { js: 'function handler(event) { return edge.handler(event); }' },
  });
  return outputFiles.map(({ text }) => text).join('');
}
