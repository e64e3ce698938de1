import { gzipSync } from 'node:zlib';
import { style } from '../../pages/public/style.ts';
import type { Language } from '../../pages/public/words.ts';
import { entityTagOf } from './entity-tag.ts';
import { acceptsGzip, compressedBody } from './gzip.ts';
import type { Incoming, Outgoing } from './incoming.ts';
import { isKnownTag } from './page-answer.ts';
import { pagePolicy } from './page-policy.ts';
import type { Page } from './page.ts';

type Received = Pick<Incoming, 'headers'>;

/** A text for programs, in no language of its own. */
interface TextFile {
  text: string;
  /** Its media type. */
  type: string;
  maxAge: number;
}

interface Redirect {
  status: 301 | 302 | 303;
  location: string;
}

export type PublicAnswer = Page | TextFile | Redirect;

const secure = { 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' };

/** Compressing less than this, in characters, saves nothing. */
const LEAST_COMPRESSED = 1_000;

const encoded = (event: Received, text: string) =>
  text.length < LEAST_COMPRESSED || !acceptsGzip(event)
    ? { headers: {}, body: text }
    : compressedBody(event, gzipSync(text).toString('base64'));

/** A text with its headers; 304 if it may be kept and the client already has it. */
function textOutgoing(
  event: Received,
  {
    status,
    text,
    maxAge,
    headers,
  }: { status: number; text: string; maxAge: number | undefined; headers: Record<string, string> },
): Outgoing {
  // Weak, because it is the same for the compressed and the uncompressed bytes.
  const etag = `W/${entityTagOf(text)}`;
  const validators: Record<string, string> =
    maxAge === undefined
      ? { 'cache-control': 'no-store' }
      : { etag, 'cache-control': `public, max-age=${maxAge}` };
  if (maxAge !== undefined && isKnownTag(event, etag)) {
    return { statusCode: 304, headers: { ...validators, vary: headers['vary'] ?? '' } };
  }
  const { headers: coding, ...body } = encoded(event, text);
  return { statusCode: status, headers: { ...validators, ...headers, ...secure, ...coding }, ...body };
}

/** The response with a page, in a language, or with a text for programs, or elsewhere. */
export function publicOutgoing(answer: PublicAnswer, event: Received, language: Language): Outgoing {
  if ('location' in answer) {
    const { status: statusCode, location } = answer;
    return { statusCode, headers: { location, 'cache-control': 'no-store', ...secure } };
  }
  if ('text' in answer) {
    const { text, type, maxAge } = answer;
    const headers = { 'content-type': type, vary: 'accept-encoding' };
    return textOutgoing(event, { status: 200, text, maxAge, headers });
  }
  const { status = 200, page, hasForm = false, script, maxAge } = answer;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'content-security-policy': pagePolicy(style, { hasForm, script }),
    vary: 'accept-encoding, accept-language',
  };
  return textOutgoing(event, { status, text: page, maxAge, headers });
}
