import { createHmac, timingSafeEqual } from 'node:crypto';

/** The uses of the service's secret. A text signed for one use is not valid for another. */
export type Use =
  | 'application id'
  | 'application token'
  | 'apply form'
  | 'canary key'
  | 'candidate'
  | 'confirmation'
  | 'created key'
  | 'feed order'
  | 'file address'
  | 'file upload'
  | 'origin'
  | 'posting cursor'
  | 'recipient'
  | 'recruiter'
  | 'recruiting job'
  | 'recruiting token'
  | 'report'
  | 'sender'
  | 'upload id'
  | 'webhook secret';

/** Derives the key of one use, 32 bytes. */
export const derivedKey = (secret: Uint8Array, use: Use): Buffer =>
  createHmac('sha256', secret).update(use).digest();

/** The HMAC-SHA-256 of a text, in base64url. */
export const signatureOf = (secret: Uint8Array, use: Use, text: string): string =>
  createHmac('sha256', derivedKey(secret, use)).update(text).digest('base64url');

/** Whether a signature is valid for a text. Compares in constant time. */
export function isSignedBy(secret: Uint8Array, use: Use, text: string, signature: string): boolean {
  const [right, given] = [signatureOf(secret, use, text), signature].map((each) => Buffer.from(each));
  return right !== undefined && given?.length === right.length && timingSafeEqual(right, given);
}
