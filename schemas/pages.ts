import { BASE_PATH } from './operations.ts';

/** One row of the table of pages. A path may hold `{file}`; every page answers GET and HEAD, to anyone. */
export interface Page {
  path: string;
  summary: string;
}

/** What the service serves beside the operations: what explains them, by page id. */
export const pages = {
  home: { path: '/', summary: 'Leads to the reference' },
  reference: { path: '/docs', summary: 'The guide and the reference of every operation' },
  asset: { path: '/docs/{file}', summary: 'What the pages are made of: style, scripts, icon' },
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
