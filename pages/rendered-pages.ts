import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
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
  /** Compressed with Brotli, in base64: as browsers get it, and a sixth of the size in the bundle. */
  brotli: string;
  /** Another one for another text, however it is compressed. */
  version: string;
}

/** A path, the media type of what is there, and its text. */
type Content = [path: string, type: string, text: () => string];

const HTML = 'text/html; charset=utf-8';

const JSON_TYPE = 'application/json';

const SCRIPT = 'text/javascript; charset=utf-8';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': SCRIPT,
  '.svg': 'image/svg+xml',
};

const folder = new URL('assets/', import.meta.url);

/** As fast as gzip at its best. */
const FAST = 6;

/** A tenth smaller, and takes fifty times as long. */
export const SMALLEST = 11;

function compressed(type: string, text: string, quality: number): RenderedPage {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return {
    type,
    brotli: brotliCompressSync(text, { params }).toString('base64'),
    version: createHash('sha256').update(text).digest('base64url').slice(0, 22),
  };
}

const languages = ['bash', 'go', 'java', 'js', 'json', 'py'];

/** What pages load once somebody searches, or sees code: modules of libraries, by their asset. */
const libraries = {
  'minisearch.js': 'minisearch',
  'tokenize.js': '@speed-highlight/core/tokenize',
  ...Object.fromEntries(
    languages.map((name) => [`words-${name}.js`, `@speed-highlight/core/languages/${name}.js`]),
  ),
};

const at = ({ path }: { path: string }, file: string) => path.replace('{file}', file);

/** The paths of the assets in the folder, and what they are. */
const assets = (): Content[] =>
  readdirSync(folder).flatMap((file) => {
    const type = types[extname(file)];
    return type === undefined
      ? []
      : [[at(pages.asset, file), type, () => readFileSync(new URL(file, folder), 'utf8')] satisfies Content];
  });

/** What becomes of each. All pages together take half a second of CPU: in between, a server can respond to others. */
async function oneByOne<Given, Made>(all: Iterable<Given>, make: (given: Given) => Made): Promise<Made[]> {
  const made: Made[] = [];
  for (const given of all) {
    made.push(make(given));
    await setImmediate();
  }
  return made;
}

/**
 * All pages and assets by path, compressed as well as that quality of Brotli does. The build runs this in advance and
 * replaces this module with the result.
 */
export async function renderedPages(quality = FAST): Promise<Record<string, RenderedPage>> {
  const document = openApiDocument();
  const groups = await oneByOne(referenceGroups(document), (group) => group);
  const contents: Content[] = [...new Set(groups.map(({ page }) => page))].map((page) => [
    `/${page}`,
    HTML,
    () => referencePage(document, groups, page),
  ]);
  contents.push(
    [pages.openapi.path, JSON_TYPE, () => JSON.stringify(document)],
    [at(pages.asset, 'search.json'), JSON_TYPE, () => JSON.stringify(searchEntries(groups))],
    ...Object.keys(problems).map((code): Content => [
      problemType(code),
      HTML,
      () => problemDocument(document, code as ProblemCode),
    ]),
    ...Object.entries(libraries).map(([file, module]): Content => [
      at(pages.asset, file),
      SCRIPT,
      () => readFileSync(new URL(import.meta.resolve(module)), 'utf8'),
    ]),
    ...assets(),
  );
  return Object.fromEntries(
    await oneByOne(contents, ([path, type, text]) => [path, compressed(type, text(), quality)] as const),
  );
}
