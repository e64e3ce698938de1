import httpJsonBodyParser from '@middy/http-json-body-parser';
import { BODY_MAX_BYTES } from '../../schemas/limits.ts';
import { Refusal } from '../domain/refusal.ts';
import { header } from './headers.ts';
import type { Incoming, Middleware } from './incoming.ts';
import { marked, unmarked } from './json-text.ts';

const mediaType = /^application\/json\s*(?:;|$)/i;
const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i;
const readableCharsets = new Set(['utf-8', 'utf8', 'us-ascii']);

function textOf(body: string, isBase64Encoded: boolean): string {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > BODY_MAX_BYTES) {
    throw new Refusal(
      'content_too_large',
      `The body may be at most ${BODY_MAX_BYTES} bytes, not ${bytes.length}.`,
    );
  }
  try {
    // Decoding also drops a byte order mark (RFC 8259, section 8.1).
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('json_malformed', 'The body is not valid UTF-8.');
  }
}

function checkMediaType(event: Incoming): void {
  const type = header(event, 'content-type')?.trim() ?? '';
  const [, set] = charset.exec(type) ?? [];
  if (!mediaType.test(type) || (set !== undefined && !readableCharsets.has(set.toLowerCase()))) {
    throw new Refusal(
      'media_type_unsupported',
      'The Content-Type of a body must be application/json, in UTF-8.',
    );
  }
  const encoding = header(event, 'content-encoding')?.trim() ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new Refusal(
      'media_type_unsupported',
      'The body must be sent uncompressed, without Content-Encoding.',
    );
  }
}

/** What is wrong with text that is not JSON: the message of JSON.parse, which quotes the text as it was sent. */
function syntaxErrorOf(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    return (error as SyntaxError).message;
  }
  return 'it cannot be parsed';
}

/**
 * The body of a request that needs one: a JSON object in UTF-8 (interface 5.2).
 * Refuses with `body_missing`, `media_type_unsupported`, `content_too_large`, `json_malformed`.
 */
export function jsonBody(): Middleware {
  const parser = httpJsonBodyParser({ disableContentTypeCheck: true, reviver: unmarked });
  return {
    before: (request) => {
      const { event } = request;
      if (typeof event.body !== 'string' || event.body === '') {
        throw new Refusal('body_missing', 'This request needs a JSON object as its body.');
      }
      checkMediaType(event);
      const text = textOf(event.body, event.isBase64Encoded);
      event.body = marked(text);
      event.isBase64Encoded = false;
      try {
        void parser.before?.(request as never);
      } catch {
        throw new Refusal('json_malformed', `The body is not valid JSON: ${syntaxErrorOf(text)}.`);
      }
      const { body } = event as { body: unknown };
      if (typeof body !== 'object' || body === null || Array.isArray(body) || JSON.isRawJSON(body)) {
        throw new Refusal('json_malformed', 'The body must be a JSON object.');
      }
    },
  };
}

/** The body of a request that needs none. It is ignored, but a body that is not JSON is probably meant for another operation. */
export const ignoredBody = (): Middleware => ({
  before: ({ event }) => {
    if (typeof event.body === 'string' && event.body !== '') checkMediaType(event);
  },
});
