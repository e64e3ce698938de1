import { renderedPages, type RenderedPage } from '../../pages/rendered-pages.ts';
import { formerChapters, pages, type Page } from '../../schemas/pages.ts';
import type { Handler } from '../http/incoming.ts';
import { withOwnAddress } from './own-address.ts';
import { pageResponse, pathNotFound } from './page-response.ts';

/** The relative address of the page that each of these paths redirects to. */
const redirects = new Map([
  ...Object.values<Page>(pages).map(({ path, redirect }) => [path, redirect] as const),
  ...Object.entries(formerChapters).flatMap(([former, chapter]) =>
    ['', '.md'].map(
      (ending) => [`${pages.reference.path}/${former}${ending}`, `${chapter}${ending}`] as const,
    ),
  ),
]);

// The pages are loaded on first use, because a redirect needs none of them.
let served: Promise<Map<string, RenderedPage>> | undefined;

const allPages = async () => new Map(Object.entries(await renderedPages()));

/** Serves every documentation page, without authentication. */
export const handler: Handler = async (event) => {
  const path = event.routeKey.replace(/^\S+ /, '').replace('{file}', event.pathParameters?.['file'] ?? '');
  const location = redirects.get(path);
  if (location !== undefined) return { statusCode: 307, headers: { location } };
  const page = (await (served ??= allPages())).get(path);
  if (!page) return pathNotFound(event);
  return pageResponse(path.endsWith('.md') ? withOwnAddress(page, event) : page, event);
};
