import { BASE_PATH } from './operations.ts';

/** One row of the table of pages. A path may hold `{file}`; every page answers GET and HEAD, to anyone. */
export interface Page {
  path: string;
  summary: string;
  /** The address, relative to the path, of the page that is shown instead: a stage before the path stays. */
  redirect?: string;
}

/** What the service serves beside the operations: what explains them, by page id. */
export const pages = {
  home: { path: '/', summary: 'Leads to the reference', redirect: 'docs' },
  reference: { path: '/docs', summary: 'The guide and the reference of every operation' },
  asset: { path: '/docs/{file}', summary: 'What the pages are made of: style, scripts, icon' },
  problems: {
    path: '/problems',
    summary: 'Leads to the list of problems in the reference',
    redirect: 'docs#problems',
  },
  problem: {
    path: '/problems/{file}',
    summary: 'What a problem means and how to mend it: the `type` of an error',
  },
  openapi: { path: `${BASE_PATH}/openapi.json`, summary: 'The OpenAPI document' },
} as const satisfies Record<string, Page>;

/** The methods of every page. */
export const PAGE_METHODS = ['GET', 'HEAD'] as const;

/** The one function that serves all pages. */
export const PAGES_FUNCTION = 'documentation';
