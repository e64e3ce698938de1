import { Refusal } from '../platform/errors.ts';
import type { Incoming, Middleware } from './incoming.ts';
import type { Operation } from '../../schemas/operations.ts';
import { requireTypeOf } from './media-type.ts';

/** Refuses a body that is too large with `content_too_large`. */
export function requireSize(bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw new Refusal('content_too_large', `The body may be at most ${maxBytes} bytes, not ${bytes}.`);
}

/** Decodes the bytes of a body. Refuses with `content_too_large`. */
export function bytesOf({ body, isBase64Encoded }: Incoming, maxBytes: number): Buffer {
  const bytes = Buffer.from(typeof body === 'string' ? body : '', isBase64Encoded ? 'base64' : 'utf8');
  requireSize(bytes.length, maxBytes);
  return bytes;
}

/**
 * Reads the body of a request that is a file (interface 5.2).
 * Refuses with `body_missing`, `media_type_unsupported`, `content_too_large`.
 */
export const bytesBody = ({ types, maxBytes }: Operation['bytes'] & object): Middleware => ({
  before: ({ event }) => {
    if (typeof event.body !== 'string' || event.body === '') {
      throw new Refusal('body_missing', 'This request needs a file as its body.');
    }
    const mediaType = requireTypeOf(event, types);
    event.file = { bytes: bytesOf(event, maxBytes), mediaType };
  },
});
