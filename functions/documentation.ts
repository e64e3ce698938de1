import { pages, type Page } from '../schemas/pages.ts';
import { documentAt } from './documentation/documents.ts';
import { pageAnswer } from './pages/page-answer.ts';
import type { Handler } from './http/incoming.ts';
import { pathNotFound } from './pages/path-not-found.ts';

const redirects = new Map(Object.values<Page>(pages).map(({ path, redirect }) => [path, redirect]));

/** Every page of the table of pages, to anyone. */
export const handler: Handler = async (event) => {
  const path = event.routeKey.replace(/^\S+ /, '').replace('{file}', event.pathParameters?.['file'] ?? '');
  const location = redirects.get(path);
  if (location !== undefined) return { statusCode: 307, headers: { location } };
  const document = documentAt(path);
  return document ? pageAnswer(document, event) : pathNotFound(event);
};
