import { gzipSync } from 'node:zlib';
import type { Frame } from '../../pages/public/frame.ts';
import { style } from '../../pages/public/style.ts';
import { contentlessResponse, entityTagOf } from './operation-response.ts';
import { acceptsGzip, gzipBody } from './content-coding.ts';
import type { EventHeaders, Outgoing } from './incoming.ts';
import type { BinaryFile, Page, PublicPageResult } from './public-page-result.ts';
import { hash } from 'node:crypto';

const hashOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

/**
 * The Content-Security-Policy of a page: no sources but images of this service, its inline styles and its inline script,
 * by their hashes.
 */
export const pagePolicy = (
  styles: readonly string[],
  { hasForm, script, connectsTo }: Pick<Page, 'hasForm' | 'script' | 'connectsTo'> = {},
): string =>
  [
    "default-src 'none'",
    `style-src ${styles.map(hashOf).join(' ')}`,
    ...(script === undefined
      ? []
      : [
          `script-src ${hashOf(script)}`,
          ['connect-src', "'self'", ...(connectsTo === undefined ? [] : [connectsTo])].join(' '),
        ]),
    "img-src 'self' data:",
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');

// With no-referrer, older browsers would not show that a form comes from a page of the service.
const secure = { 'referrer-policy': 'same-origin', 'x-content-type-options': 'nosniff' };

const encoded = (event: EventHeaders, text: string) =>
  acceptsGzip(event) ? gzipBody(event, gzipSync(text).toString('base64')) : { headers: {}, body: text };

/** The response with a text; 304 when the text is cacheable and the client has the current version. */
function textResponse(
  event: EventHeaders,
  {
    status,
    text,
    maxAge,
    headers,
  }: { status: number; text: string; maxAge: number | undefined; headers: Record<string, string> },
): Outgoing {
  // The tag is weak, because the compressed and the uncompressed text share it.
  const etag = `W/${entityTagOf(text)}`;
  const validators: Record<string, string> =
    maxAge === undefined
      ? { 'cache-control': 'no-store' }
      : { etag, 'cache-control': `public, max-age=${maxAge}` };
  const contentless =
    maxAge !== undefined &&
    contentlessResponse(event, { etag }, { ...validators, vary: headers['vary'] ?? '' });
  if (contentless) return contentless;
  const { headers: coding, ...body } = encoded(event, text);
  return { statusCode: status, headers: { ...validators, ...headers, ...secure, ...coding }, ...body };
}

/** The response with the unchanged bytes of a file, for display; 304 when the client has the current version. */
function fileResponse(event: EventHeaders, { bytes, type, maxAge }: BinaryFile): Outgoing {
  const etag = entityTagOf(bytes);
  const validators = { etag, 'cache-control': `public, max-age=${maxAge}, immutable` };
  return (
    contentlessResponse(event, { etag }, validators) ?? {
      statusCode: 200,
      headers: {
        ...validators,
        'content-type': type,
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none'; sandbox",
        ...secure,
      },
      body: Buffer.from(bytes).toString('base64'),
      isBase64Encoded: true,
    }
  );
}

/** Creates the response with a page, a text, a file or a redirect. */
export function publicPageResponse(result: PublicPageResult, event: EventHeaders, usual: Frame): Outgoing {
  if ('location' in result) {
    const { status: statusCode, location } = result;
    return { statusCode, headers: { location, 'cache-control': 'no-store', ...secure } };
  }
  if ('bytes' in result) return fileResponse(event, result);
  if ('text' in result) {
    const { text, type, maxAge } = result;
    const headers = { 'content-type': type, vary: 'accept-encoding' };
    return textResponse(event, { status: 200, text, maxAge, headers });
  }
  const { status = 200, page, frame: { language, isChosen, isTest, ownStyle } = usual, maxAge } = result;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'content-security-policy': pagePolicy(ownStyle === undefined ? [style] : [style, ownStyle], result),
    vary: isChosen ? 'accept-encoding' : 'accept-encoding, accept-language',
    ...(isTest && { 'x-robots-tag': 'noindex' }),
  };
  return textResponse(event, { status, text: page, maxAge, headers });
}
