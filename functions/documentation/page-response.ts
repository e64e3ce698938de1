import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { RenderedPage } from '../../pages/rendered-pages.ts';
import { contentlessResponse } from '../http/operation-response.ts';
import { accepts, brotliBody } from '../http/content-coding.ts';
import { type Outgoing, header, siteAddressOf, stageOf } from '../http/incoming.ts';
import { PAGE_METHODS, pages } from '../../schemas/pages.ts';
import { missingPage } from '../../pages/missing-page.ts';
import { ROOT_PLACEHOLDER } from '../../pages/root-mark.ts';
import { errorResponse } from '../http/problem-response.ts';
import { isPage } from '../http/routes.ts';
import { Refusal } from '../platform/errors.ts';

/** The policy of a page: only resources of its own origin, and no inline scripts, inline styles or frames. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of a page of the documentation with a media type. */
export const pageHeaders = (type: string) => ({
  'content-type': type,
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});

/**
 * The response with a page of the documentation: 304 when the client has it (RFC 9110, section 13.1.2), compressed when
 * it accepts Brotli or gzip.
 */
export function pageResponse(
  { type, brotli, version }: RenderedPage,
  event: Pick<APIGatewayProxyEventV2, 'headers'>,
): Outgoing {
  // The tag is weak, because the compressed and the uncompressed text share it.
  const etag = `W/"${version}"`;
  const headers = {
    etag,
    'cache-control': 'public, max-age=300',
    vary: 'accept-encoding',
  };
  const contentless = contentlessResponse(event, { etag }, headers);
  if (contentless) return contentless;
  const { headers: coding, ...body } = brotliBody(event, brotli);
  return { statusCode: 200, headers: { ...headers, ...pageHeaders(type), ...coding }, ...body };
}

/**
 * The paths of programs, even malformed ones such as `//api/v1.1/jobs`: some clients, such as Java's own HTTP client,
 * accept text/html by default.
 */
const forPrograms = /\/api\//;

/** Creates the page for an unknown path. */
type MissingPage = (event: APIGatewayProxyEventV2, path: string) => Outgoing;

/** The page for an unknown path of the documentation. */
export const missingInDocumentation: MissingPage = (_event, path) => ({
  statusCode: 404,
  headers: { ...pageHeaders('text/html; charset=utf-8'), 'cache-control': 'no-store' },
  body: missingPage().replaceAll(ROOT_PLACEHOLDER, '../'.repeat(path.split('/').length - 2)),
});

/** The path where browsers look for an icon that a document, such as the feed, does not name. */
const FAVICON = '/favicon.ico';

/** The URL of the icon, or of the page without the trailing slash: API Gateway has no routes with one. */
function probableUrl(path: string): string | undefined {
  if (path === FAVICON) return pages.asset.path.replace('{file}', 'icon.svg').slice(1);
  const [, name] = /\/([\w.-]+)\/$/.exec(path) ?? [];
  return name !== undefined && isPage(path.slice(0, -1)) ? `../${name}` : undefined;
}

/** The response for people: a redirect to the page they probably mean, or a page with links. */
function forPeople(event: APIGatewayProxyEventV2, missing: MissingPage): Outgoing | undefined {
  const path = event.rawPath.slice(stageOf(event).length);
  const location = probableUrl(path);
  if (location !== undefined) return { statusCode: 307, headers: { location } };
  if (forPrograms.test(path) || !accepts(header(event, 'accept'), 'text/html')) return undefined;
  return missing(event, path);
}

/** The response for an unknown path: a redirect or a page for browsers, otherwise the problem `path_not_found`. */
export function pathNotFound(event: APIGatewayProxyEventV2, missing = missingInDocumentation): Outgoing {
  const isOfPages = PAGE_METHODS.some((method) => method === event.requestContext.http.method);
  const detail = `There is nothing at this path. The documentation is at ${siteAddressOf(event, pages.reference.path)}.`;
  return (
    (isOfPages ? forPeople(event, missing) : undefined) ??
    errorResponse(new Refusal('path_not_found', detail), event)
  );
}
