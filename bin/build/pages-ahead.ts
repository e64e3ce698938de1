import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { missingPage } from '../../pages/missing-page.ts';
import { renderedPages, SMALLEST_BROTLI_QUALITY } from '../../pages/rendered-pages.ts';
import { root } from './functions.ts';

/** The modules that render pages, with their exports: functions whose result never changes. */
const renderers = new Map<string, Record<string, () => unknown>>([
  [join(root, 'pages/rendered-pages.ts'), { renderedPages: () => renderedPages(SMALLEST_BROTLI_QUALITY) }],
  [join(root, 'pages/missing-page.ts'), { missingPage }],
]);

/** Parsing a JSON string is faster than evaluating the same object as JavaScript. */
const asRendered = async ([name, render]: [string, () => unknown]) =>
  `export const ${name} = () => JSON.parse(${JSON.stringify(JSON.stringify(await render()))});`;

/** Renders every page at build time, so that no bundle contains the code that renders them. */
export const pagesAhead: Plugin = {
  name: 'pages-ahead',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]pages[\\/][\w-]+\.ts$/ }, async ({ path }) => {
      const exported = renderers.get(path);
      if (!exported) return undefined;
      const contents = await Promise.all(Object.entries(exported).map(asRendered));
      return { contents: contents.join('\n'), loader: 'js' };
    });
  },
};
