import { createHash } from 'node:crypto';
import { transformSync } from 'esbuild';

const options = { loader: 'ts', format: 'esm', target: 'esnext', sourcemap: 'inline' } as const;

/** Jest's view of esbuild: TypeScript in, ES modules out, cached by content. */
export default {
  process: (source: string, sourcefile: string) => transformSync(source, { ...options, sourcefile }),
  getCacheKey: (source: string, sourcefile: string) =>
    createHash('sha256')
      .update(sourcefile)
      .update('\0')
      .update(source)
      .update(JSON.stringify(options))
      .digest('hex'),
};
