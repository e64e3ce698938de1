import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { RenderedPage } from '../../pages/rendered-pages.ts';
import { entityTagOf } from './entity-tag.ts';
import { compressedBody } from './gzip.ts';
import { header } from './headers.ts';
import type { Outgoing } from './incoming.ts';

/** Nothing from other origins, no inline scripts or styles, no frames. */
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

/** The headers of a page with a media type. */
export const pageHeaders = (type: string) => ({
  'content-type': type,
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});

type Received = Pick<APIGatewayProxyEventV2, 'headers'>;

/** Whether the client already has the page with this weak tag (RFC 9110, section 13.1.2). */
export function isKnownTag(event: Received, etag: string): boolean {
  const ifNoneMatch = header(event, 'if-none-match') ?? '';
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((each) => each.trim().replace(/^(?!W\/)/, 'W/') === etag)
  );
}

/** A page as a response: 304 if the client already has it (RFC 9110, section 13.1.2), compressed if it accepts gzip. */
export function pageAnswer({ type, gzip }: RenderedPage, event: Received): Outgoing {
  // Weak, because it is the same for the compressed and the uncompressed bytes.
  const etag = `W/${entityTagOf(gzip)}`;
  const headers = {
    etag,
    'cache-control': 'public, max-age=300',
    vary: 'accept-encoding',
  };
  if (isKnownTag(event, etag)) return { statusCode: 304, headers };
  const { headers: coding, ...body } = compressedBody(event, gzip);
  return { statusCode: 200, headers: { ...headers, ...pageHeaders(type), ...coding }, ...body };
}
