import { BASE_PATH } from './operations.ts';

/** One row of the table of pages. A path may contain `{file}`. Every page serves GET and HEAD, without a key. */
export interface Page {
  path: string;
  summary: string;
  /** The page to redirect to, relative to the path, so that the redirect preserves a stage in front of the path. */
  redirect?: string;
}

/** The documentation pages that the service serves, by page id. */
export const pages = {
  reference: { path: '/docs', summary: 'The way to the guide and to the reference of every operation' },
  asset: {
    path: '/docs/{file}',
    summary:
      'A chapter of the guide, the reference of a resource, and the assets of the pages: style sheet, scripts, icon; the script for an employer’s own site',
  },
  problems: {
    path: '/problems',
    summary: 'Redirects to the list of errors in the reference',
    redirect: 'docs#problems',
  },
  problem: {
    path: '/problems/{file}',
    summary: 'What an error means and how to fix it: the `type` of the error',
  },
  llms: {
    path: '/llms.txt',
    summary: 'The index of the guide and the reference in Markdown, for language models and other programs',
  },
  api: { path: BASE_PATH, summary: 'Where the documentation of the API is' },
  openapi: { path: `${BASE_PATH}/openapi.json`, summary: 'The OpenAPI document' },
} as const satisfies Record<string, Page>;

/** The methods of every page. */
export const PAGE_METHODS = ['GET', 'HEAD'] as const;

/** The function that serves all documentation pages. */
export const PAGES_FUNCTION = 'documentation';
