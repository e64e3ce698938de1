import { gunzipSync } from 'node:zlib';
import type { Incoming } from './incoming.ts';
import { header } from './headers.ts';

type Received = Pick<Incoming, 'headers'>;

/** The body of a response, with the header that names its coding. */
interface CodedBody {
  headers: { 'content-encoding'?: 'gzip' };
  body: string;
  isBase64Encoded: boolean;
}

const gzipAccepted = /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i;

/** Whether the client reads a compressed body (RFC 9110, section 12.5.3). */
export const acceptsGzip = (event: Received): boolean =>
  gzipAccepted.test(header(event, 'accept-encoding') ?? '');

/** A text that is compressed already, in base64, as the client reads it. */
export const compressedBody = (event: Received, gzip: string): CodedBody =>
  acceptsGzip(event)
    ? { headers: { 'content-encoding': 'gzip' }, body: gzip, isBase64Encoded: true }
    : { headers: {}, body: gunzipSync(Buffer.from(gzip, 'base64')).toString(), isBase64Encoded: false };
