import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { openApiDocument, publishedDocument } from '../schemas/openapi.ts';
import type { OpenApiDocument } from '../schemas/openapi/document.ts';
import { BASE_PATH } from '../schemas/operations.ts';
import { pages } from '../schemas/pages.ts';
import { problems, problemType, type ProblemCode } from '../schemas/problems.ts';
import { problemDocument } from './problem-page.ts';
import { embedScript } from './public/embed.ts';
import { markdownPages } from './markdown-pages.ts';
import { referenceGroups } from './reference-groups.ts';
import { referencePage } from './reference-page.ts';
import { searchEntries } from './search-entries.ts';

/** A page or asset as it is served. */
export interface RenderedPage {
  type: string;
  /** Brotli in base64: browsers get the bytes unchanged, and the bundle has a sixth of the size. */
  brotli: string;
  /** A hash of the text, independent of the compression. */
  version: string;
}

type PageSource = [path: string, type: string, text: () => string];

const HTML = 'text/html; charset=utf-8';

const JSON_TYPE = 'application/json';

/** Markdown as every browser shows it: Firefox downloads `text/markdown`. */
const MARKDOWN = 'text/plain; charset=utf-8';

const SCRIPT = 'text/javascript; charset=utf-8';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': SCRIPT,
  '.svg': 'image/svg+xml',
};

const folder = new URL('assets/', import.meta.url);

/** As fast as the best level of gzip. */
const FAST_BROTLI_QUALITY = 6;

/** A tenth smaller than the fast quality, and fifty times slower. */
export const SMALLEST_BROTLI_QUALITY = 11;

function compressPage(type: string, text: string, quality: number): RenderedPage {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return {
    type,
    brotli: brotliCompressSync(text, { params }).toString('base64'),
    version: hash('sha256', text, 'base64url').slice(0, 22),
  };
}

const languages = ['bash', 'go', 'java', 'js', 'json', 'py'];

/** Library modules that pages load on the first search or code block, by asset name. */
const libraries = {
  'minisearch.js': 'minisearch',
  'tokenize.js': '@speed-highlight/core/tokenize',
  ...Object.fromEntries(
    languages.map((name) => [`words-${name}.js`, `@speed-highlight/core/languages/${name}.js`]),
  ),
};

const fillFileName = ({ path }: { path: string }, file: string) => path.replace('{file}', file);

const assets = (): PageSource[] =>
  readdirSync(folder).flatMap((file) => {
    const type = types[extname(file)];
    return type === undefined
      ? []
      : [
          [
            fillFileName(pages.asset, file),
            type,
            () => readFileSync(new URL(file, folder), 'utf8'),
          ] satisfies PageSource,
        ];
  });

/** Maps one value per turn of the event loop: a server must answer other requests during half a second of rendering. */
async function mapWithPauses<Value, Result>(
  values: Iterable<Value>,
  toResult: (value: Value) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const value of values) {
    results.push(toResult(value));
    await setImmediate();
  }
  return results;
}

/** The body of a GET of the API root. The links are relative, so that they keep a stage in front of the path. */
const apiIndex = ({ info: { title, version } }: OpenApiDocument) => ({
  title,
  version,
  documentation: `..${pages.reference.path}`,
  index: `..${pages.llms.path}`,
  openapi: pages.openapi.path.replace(dirname(BASE_PATH), '.'),
});

/**
 * Renders all pages and assets, by path, compressed with a quality of Brotli. The build runs this ahead of time and
 * replaces this module with the result.
 */
export async function renderedPages(quality = FAST_BROTLI_QUALITY): Promise<Record<string, RenderedPage>> {
  const document = openApiDocument();
  const groups = await mapWithPauses(referenceGroups(document), (group) => group);
  const contents: PageSource[] = [
    ...new Set(
      groups.flatMap(({ page, entries }) => [page, ...entries.flatMap((each) => each.ownPage?.path ?? [])]),
    ),
  ].map((page) => [`/${page}`, HTML, () => referencePage(document, groups, page)]);
  contents.push(
    [fillFileName(pages.asset, 'embed.js'), SCRIPT, () => embedScript],
    [pages.openapi.path, JSON_TYPE, () => JSON.stringify(publishedDocument(document))],
    [pages.api.path, JSON_TYPE, () => JSON.stringify(apiIndex(document))],
    ...Object.entries(markdownPages(document)).map(([path, text]): PageSource => [
      path,
      MARKDOWN,
      () => text,
    ]),
    [fillFileName(pages.asset, 'search.json'), JSON_TYPE, () => JSON.stringify(searchEntries(groups))],
    ...Object.keys(problems).map((code): PageSource => [
      problemType(code),
      HTML,
      () => problemDocument(document, code as ProblemCode),
    ]),
    ...Object.entries(libraries).map(([file, module]): PageSource => [
      fillFileName(pages.asset, file),
      SCRIPT,
      () => readFileSync(new URL(import.meta.resolve(module)), 'utf8'),
    ]),
    ...assets(),
  );
  return Object.fromEntries(
    await mapWithPauses(
      contents,
      ([path, type, text]) => [path, compressPage(type, text(), quality)] as const,
    ),
  );
}
