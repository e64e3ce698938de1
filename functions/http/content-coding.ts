import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { Incoming } from './incoming.ts';
import { header } from './headers.ts';

type Received = Pick<Incoming, 'headers'>;

/** The body of a response, with the header that names its coding. */
interface CodedBody {
  headers: { 'content-encoding'?: 'gzip' | 'br' };
  body: string;
  isBase64Encoded: boolean;
}

const accepted = (codings: string) =>
  new RegExp(String.raw`(?:^|,)\s*(?:${codings})\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)`, 'i');

const gzipAccepted = accepted(String.raw`gzip|\*`);
const brotliAccepted = accepted('br');

/** Whether the client reads a compressed body (RFC 9110, section 12.5.3). */
export const acceptsGzip = (event: Received): boolean =>
  gzipAccepted.test(header(event, 'accept-encoding') ?? '');

const coded = (coding: 'gzip' | 'br', body: string): CodedBody => ({
  headers: { 'content-encoding': coding },
  body,
  isBase64Encoded: true,
});

const plain = (text: Buffer): CodedBody => ({ headers: {}, body: text.toString(), isBase64Encoded: false });

/** A text that is compressed with gzip already, in base64, as the client reads it. */
export const gzipBody = (event: Received, gzip: string): CodedBody =>
  acceptsGzip(event) ? coded('gzip', gzip) : plain(gunzipSync(Buffer.from(gzip, 'base64')));

/** A text that is compressed with Brotli already, in base64, as the client reads it. */
export function brotliBody(event: Received, brotli: string): CodedBody {
  if (brotliAccepted.test(header(event, 'accept-encoding') ?? '')) return coded('br', brotli);
  const text = brotliDecompressSync(Buffer.from(brotli, 'base64'));
  return acceptsGzip(event) ? coded('gzip', gzipSync(text).toString('base64')) : plain(text);
}
