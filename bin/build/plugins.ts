import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { placeFile } from '../../functions/reference/store/place-file.ts';
import { missingPage } from '../../pages/missing-page.ts';
import { renderedPages, SMALLEST_BROTLI_QUALITY } from '../../pages/rendered-pages.ts';
import { root } from './functions.ts';

/**
 * Loads Node's own modules through `process.getBuiltinModule`: an ESM `import 'node:http'` reads all exports, which
 * loads undici (44 ms of CPU instead of 4).
 */
export const builtinModules: Plugin = {
  name: 'builtin-modules',
  setup: (build) => {
    build.onResolve({ filter: /^(?:node:)?[a-z_/0-9]+$/ }, ({ path }) =>
      isBuiltin(path)
        ? { path: path.replace(/^node:/, ''), namespace: 'builtin', sideEffects: false }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}');`,
    }));
  },
};

/** The modules that render pages, with their exports: functions whose result never changes. */
const renderers = new Map<string, Record<string, () => unknown>>([
  [join(root, 'pages/rendered-pages.ts'), { renderedPages: () => renderedPages(SMALLEST_BROTLI_QUALITY) }],
  [join(root, 'pages/missing-page.ts'), { missingPage }],
]);

/** Renders every page during the build, so that no bundle contains the code that renders pages. */
export const prerenderedPages: Plugin = {
  name: 'prerendered-pages',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]pages[\\/][\w-]+\.ts$/ }, async ({ path }) => {
      const exported = renderers.get(path);
      if (!exported) return undefined;
      const lines = await Promise.all(
        Object.entries(exported).map(async ([name, render]) => {
          // Parsing a JSON string is faster than evaluating the same object as JavaScript.
          const json = JSON.stringify(JSON.stringify(await render()));
          return `export const ${name} = () => JSON.parse(${json});`;
        }),
      );
      return { contents: lines.join('\n'), loader: 'js' };
    });
  },
};

/** The gazetteer, which is copied into the bundles that need it. */
export const gazetteerFile = { path: fileURLToPath(placeFile), name: basename(fileURLToPath(placeFile)) };

/** Makes a bundle read the gazetteer in its own folder. */
export const gazetteerInBundle: Plugin = {
  name: 'places-in-bundle',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]store[\\/]place-file\.ts$/ }, () => ({
      contents: `export const placeFile = new URL('./${gazetteerFile.name}', import.meta.url);`,
    }));
  },
};
