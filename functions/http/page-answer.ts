import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { RenderedPage } from '../../pages/rendered-pages.ts';
import { entityTagOf } from './entity-tag.ts';
import { header } from './headers.ts';
import type { Outgoing } from './incoming.ts';

interface Representation {
  etag: string;
  /** Compressed, in base64. */
  gzip: string;
}

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

const made = new WeakMap<RenderedPage, Representation>();

function representationOf(page: RenderedPage): Representation {
  const known = made.get(page);
  if (known) return known;
  const representation = {
    // Weak, because it is the same for the compressed and the uncompressed bytes.
    etag: `W/${entityTagOf(page.text)}`,
    gzip: gzipSync(page.text).toString('base64'),
  };
  made.set(page, representation);
  return representation;
}

const acceptsGzip = /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i;

const matches = (ifNoneMatch: string, etag: string) =>
  ifNoneMatch.trim() === '*' ||
  ifNoneMatch.split(',').some((each) => each.trim().replace(/^(?!W\/)/, 'W/') === etag);

/** A page as a response: 304 if the client already has it (RFC 9110, section 13.1.2), compressed if it accepts gzip. */
export function pageAnswer(page: RenderedPage, event: Pick<APIGatewayProxyEventV2, 'headers'>): Outgoing {
  const { etag, gzip } = representationOf(page);
  const headers = {
    etag,
    'cache-control': 'public, max-age=300',
    vary: 'accept-encoding',
  };
  if (matches(header(event, 'if-none-match') ?? '', etag)) return { statusCode: 304, headers };
  const compressed = acceptsGzip.test(header(event, 'accept-encoding') ?? '');
  return {
    statusCode: 200,
    headers: {
      ...headers,
      ...pageHeaders(page.type),
      ...(compressed && { 'content-encoding': 'gzip' }),
    },
    ...(compressed ? { body: gzip, isBase64Encoded: true } : { body: page.text }),
  };
}
