import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { PAGE_METHODS } from '../../schemas/pages.ts';
import { missingPage } from '../../pages/missing-page.ts';
import { problemPage } from '../../pages/public/problem.ts';
import { ROOT_MARK } from '../../pages/root-mark.ts';
import { stageOf } from '../http/addresses.ts';
import { header } from '../http/headers.ts';
import type { Outgoing } from '../http/incoming.ts';
import { pageFrame } from '../http/page-frame.ts';
import { errorResponse } from '../http/problem-response.ts';
import { publicPageResponse } from '../http/public-page-response.ts';
import { isPage } from '../http/routes.ts';
import { Refusal } from '../platform/values/refusal.ts';
import { pageHeaders } from './page-response.ts';

/**
 * The paths of programs, also when they are put together wrong, such as `//api/v1.1/jobs`: some, such as those using
 * Java's own HTTP client, accept text/html by default.
 */
const forPrograms = /\/api\//;

/** The paths of the documentation, whose readers are looking for something in it. */
const forDevelopers = /^\/(?:docs|problems)(?:\/|$)/;

/** The page for a path of the documentation. */
function missingInDocumentation(path: string): Outgoing {
  const root = '../'.repeat(path.split('/').length - 2);
  return {
    statusCode: 404,
    headers: { ...pageHeaders('text/html; charset=utf-8'), 'cache-control': 'no-store' },
    body: missingPage().replaceAll(ROOT_MARK, root),
  };
}

/** The page for every other path, which a candidate has mistyped. */
function missingOnSite(event: APIGatewayProxyEventV2): Outgoing {
  const frame = pageFrame(event);
  return publicPageResponse({ status: 404, page: problemPage('path_not_found', frame) }, event, frame);
}

/** The URL of the page without the slash at the end of the path. API Gateway has no routes that end in a slash. */
function withoutSlash(path: string): string | undefined {
  const [, name] = /\/([\w.-]+)\/$/.exec(path) ?? [];
  return name !== undefined && isPage(path.slice(0, -1)) ? `../${name}` : undefined;
}

/** The response for people: a redirect to the page they probably mean, or a page with links. */
function forPeople(event: APIGatewayProxyEventV2): Outgoing | undefined {
  const path = event.rawPath.slice(stageOf(event).length);
  const location = withoutSlash(path);
  if (location !== undefined) return { statusCode: 307, headers: { location } };
  if (forPrograms.test(path) || !header(event, 'accept')?.includes('text/html')) return undefined;
  return forDevelopers.test(path) ? missingInDocumentation(path) : missingOnSite(event);
}

/** The response for an unknown path: a redirect or a page for browsers, otherwise the problem `path_not_found`. */
export function pathNotFound(event: APIGatewayProxyEventV2): Outgoing {
  const isOfPages = PAGE_METHODS.some((method) => method === event.requestContext.http.method);
  return (
    (isOfPages ? forPeople(event) : undefined) ??
    errorResponse(new Refusal('path_not_found', 'There is nothing at this path.'), event)
  );
}
