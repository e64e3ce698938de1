import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { RenderedPage } from '../../pages/rendered-pages.ts';
import { hasCurrentTag } from '../http/conditional.ts';
import { brotliBody } from '../http/content-coding.ts';
import type { Outgoing } from '../http/incoming.ts';

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
  if (hasCurrentTag(event, etag)) return { statusCode: 304, headers };
  const { headers: coding, ...body } = brotliBody(event, brotli);
  return { statusCode: 200, headers: { ...headers, ...pageHeaders(type), ...coding }, ...body };
}
