import { Refusal } from '../domain/refusal.ts';
import { header } from './headers.ts';
import type { Incoming, Middleware } from './incoming.ts';

const mediaType = /^application\/json\s*(?:;|$)/i;
const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i;
const readableCharsets = new Set(['utf-8', 'utf8', 'us-ascii']);

/** Refuses a body that is not sent as JSON in UTF-8 with `media_type_unsupported`. */
export function checkMediaType(event: Incoming): void {
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

/** The body of a request that needs none. It is ignored, but a body that is not JSON is probably meant for another operation. */
export const ignoredBody = (): Middleware => ({
  before: ({ event }) => {
    if (typeof event.body === 'string' && event.body !== '') checkMediaType(event);
  },
});
