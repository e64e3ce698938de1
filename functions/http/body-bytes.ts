import { Refusal } from '../platform/errors.ts';
import type { Incoming } from './incoming.ts';

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
