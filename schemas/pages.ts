import { BASE_PATH } from './operations.ts';

/** One row of the table of pages. A path may contain `{file}`. Every page serves GET and HEAD, without a key. */
export interface Page {
  path: string;
  /** The page to redirect to, relative to the path, so that the redirect preserves a stage in front of the path. */
  redirect?: string;
}

/** The documentation pages that the service serves, by page id. */
export const pages = {
  reference: { path: '/docs' },
  asset: { path: '/docs/{file}' },
  problems: { path: '/problems', redirect: 'docs#problems' },
  problem: { path: '/problems/{file}' },
  llms: { path: '/llms.txt' },
  api: { path: BASE_PATH },
  openapi: { path: `${BASE_PATH}/openapi.json` },
} as const satisfies Record<string, Page>;

/** The chapter of the guide that now has the text of a former one, by its name. */
export const formerChapters = {
  upsert: 'first-job',
  dates: 'first-job',
  'life-of-a-job': 'first-job',
  'rate-limits': 'retries',
  'typescript-client': 'clients',
  'other-languages': 'clients',
  versions: 'clients',
  markup: 'job-content',
  places: 'job-content',
} as const;

/** The methods of every page. */
export const PAGE_METHODS = ['GET', 'HEAD'] as const;

/** The function that serves all documentation pages. */
export const PAGES_FUNCTION = 'documentation';
