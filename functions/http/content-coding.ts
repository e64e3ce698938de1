import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { type EventHeaders, header } from './incoming.ts';

/** The body of a response, with the header that names its encoding. */
interface CodedBody {
  headers: { 'content-encoding'?: 'gzip' | 'br' };
  body: string;
  isBase64Encoded: boolean;
}

/**
 * Whether a list of media types or codings names a value, with a weight above 0 (RFC 9110, section 12.4.2). Undefined
 * when the list does not name it.
 */
export function accepts(list = '', value: string): boolean | undefined {
  for (const element of list.toLowerCase().split(',')) {
    const [name, ...parameters] = element.split(';').map((part) => part.trim());
    if (name !== value) continue;
    const [weight = '1'] = parameters.flatMap((each) => /^q\s*=\s*(.*)/.exec(each)?.[1] ?? []);
    return Number(weight) > 0;
  }
  return undefined;
}

/** Whether the client accepts gzip (RFC 9110, section 12.5.3). */
export function acceptsGzip(event: EventHeaders): boolean {
  const codings = header(event, 'accept-encoding');
  return accepts(codings, 'gzip') ?? accepts(codings, 'x-gzip') ?? accepts(codings, '*') ?? false;
}

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
  if (accepts(header(event, 'accept-encoding'), 'br')) return withEncoding('br', brotli);
  const text = brotliDecompressSync(Buffer.from(brotli, 'base64'));
  return acceptsGzip(event) ? withEncoding('gzip', gzipSync(text).toString('base64')) : plain(text);
}
