import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openApiDocument } from '../schemas/openapi.ts';
import { pages } from '../schemas/pages.ts';
import { problems, problemType, type ProblemCode } from '../schemas/problems.ts';
import { problemDocument } from './problem-page.ts';
import { referenceGroups } from './reference-groups.ts';
import { referencePage } from './reference-page.ts';
import { searchEntries } from './search-entries.ts';

/** The content served at one path, with its media type. */
export interface RenderedPage {
  type: string;
  /** Compressed, in base64: as most clients get it, and a quarter of the size in the bundle. */
  gzip: string;
}

const HTML = 'text/html; charset=utf-8';

const JSON_TYPE = 'application/json';

const SCRIPT = 'text/javascript; charset=utf-8';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': SCRIPT,
  '.svg': 'image/svg+xml',
};

const folder = new URL('assets/', import.meta.url);

const compressed = (type: string, text: string): RenderedPage => ({
  type,
  gzip: gzipSync(text, { level: 9 }).toString('base64'),
});

/** The library of the search, which the page loads once somebody searches. */
const searchLibrary = () => readFileSync(new URL(import.meta.resolve('minisearch')), 'utf8');

const at = ({ path }: { path: string }, file: string) => path.replace('{file}', file);

/** All pages and assets by path. The build runs this in advance and replaces this module with the result. */
export function renderedPages(): Record<string, RenderedPage> {
  const document = openApiDocument();
  const groups = referenceGroups(document);
  return {
    ...Object.fromEntries(
      groups.map(({ page }) => [`/${page}`, compressed(HTML, referencePage(document, groups, page))]),
    ),
    [pages.openapi.path]: compressed(JSON_TYPE, JSON.stringify(document)),
    [at(pages.asset, 'search.json')]: compressed(JSON_TYPE, JSON.stringify(searchEntries(groups))),
    ...Object.fromEntries(
      Object.keys(problems).map((code) => [
        problemType(code),
        compressed(HTML, problemDocument(document, code as ProblemCode)),
      ]),
    ),
    [at(pages.asset, 'minisearch.js')]: compressed(SCRIPT, searchLibrary()),
    ...Object.fromEntries(
      readdirSync(folder).flatMap((file) => {
        const type = types[extname(file)];
        return type === undefined
          ? []
          : [[at(pages.asset, file), compressed(type, readFileSync(new URL(file, folder), 'utf8'))]];
      }),
    ),
  };
}
