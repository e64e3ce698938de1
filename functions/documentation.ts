import { pages } from '../schemas/pages.ts';
import { documentAt } from './documentation/documents.ts';
import { Refusal } from './domain/refusal.ts';
import { documentAnswer } from './http/document-answer.ts';
import type { Handler } from './http/incoming.ts';
import { problemAnswer } from './http/problem-response.ts';

/** Every page of the table of pages, to anyone. A file or a problem that there is not is `path_not_found`. */
export const handler: Handler = async (event) => {
  const path = event.routeKey.replace(/^\S+ /, '').replace('{file}', event.pathParameters?.['file'] ?? '');
  // Relative, so that a stage in the path stays in it.
  if (path === pages.home.path) return { statusCode: 307, headers: { location: 'docs' } };
  const document = documentAt(path);
  if (document) return documentAnswer(document, event);
  return problemAnswer(new Refusal('path_not_found', 'Nothing is at this path.'), event);
};
