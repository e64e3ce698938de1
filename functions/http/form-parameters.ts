import type { Incoming } from './incoming.ts';

/** The fields of a form without files, from a body as browsers send it. */
export function formParameters({
  body,
  isBase64Encoded,
}: Pick<Incoming, 'body' | 'isBase64Encoded'>): URLSearchParams {
  const text = typeof body === 'string' ? body : '';
  return new URLSearchParams(isBase64Encoded ? Buffer.from(text, 'base64').toString('utf8') : text);
}
