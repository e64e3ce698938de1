import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { type EventHeaders, header } from './incoming.ts';

/** The body of a response, with the header that names its encoding. */
interface CodedBody {
  headers: { 'content-encoding'?: 'gzip' | 'br' };
  body: string;
  isBase64Encoded: boolean;
}

const accepted = (codings: string) =>
  new RegExp(String.raw`(?:^|,)\s*(?:${codings})\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)`, 'i');

const gzipAccepted = accepted(String.raw`gzip|\*`);
const brotliAccepted = accepted('br');

/** Whether the client accepts gzip (RFC 9110, section 12.5.3). */
export const acceptsGzip = (event: EventHeaders): boolean =>
  gzipAccepted.test(header(event, 'accept-encoding') ?? '');

const withEncoding = (coding: 'gzip' | 'br', body: string): CodedBody => ({
  headers: { 'content-encoding': coding },
  body,
  isBase64Encoded: true,
});

const plain = (text: Buffer): CodedBody => ({ headers: {}, body: text.toString(), isBase64Encoded: false });

/** The body for a text that is already compressed with gzip, in base64. */
export const gzipBody = (event: EventHeaders, gzip: string): CodedBody =>
  acceptsGzip(event) ? withEncoding('gzip', gzip) : plain(gunzipSync(Buffer.from(gzip, 'base64')));

/** The body for a text that is already compressed with Brotli, in base64. */
export function brotliBody(event: EventHeaders, brotli: string): CodedBody {
  if (brotliAccepted.test(header(event, 'accept-encoding') ?? '')) return withEncoding('br', brotli);
  const text = brotliDecompressSync(Buffer.from(brotli, 'base64'));
  return acceptsGzip(event) ? withEncoding('gzip', gzipSync(text).toString('base64')) : plain(text);
}
