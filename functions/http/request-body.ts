import { Refusal } from '../platform/errors.ts';
import { header, type Incoming, type Middleware } from './incoming.ts';
import { accepts } from './content-coding.ts';
import type { Operation } from '../../schemas/operations.ts';

const json = /^application\/json\s*(?:;|$)/i;
const form = /^(multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i;
const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i;
const readableCharsets = new Set(['utf-8', 'utf8', 'us-ascii']);

/** Whether a client accepts JSON explicitly, not only by a wildcard. */
export const acceptsJson = (event: Incoming): boolean =>
  accepts(header(event, 'accept'), 'application/json') ?? false;

/** The media types of forms. */
export type FormType = 'multipart/form-data' | 'application/x-www-form-urlencoded';

const unsupported = (detail: string) => new Refusal('media_type_unsupported', detail);

/** The maximum length of a media type that an error quotes, in characters. */
const MAX_QUOTED = 100;

const contentTypeOf = (event: Incoming): string => header(event, 'content-type')?.trim() ?? '';

/** Whether a Content-Type names the charset UTF-8, or no charset. */
export function isUtf8Type(contentType: string): boolean {
  const [, set] = charset.exec(contentType) ?? [];
  return set === undefined || readableCharsets.has(set.toLowerCase());
}

function requireUncompressed(event: Incoming): void {
  const encoding = header(event, 'content-encoding')?.trim() ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw unsupported('The body must be sent uncompressed, without Content-Encoding.');
  }
}

/** Refuses a body that is not JSON in UTF-8 with `media_type_unsupported`. */
export function checkMediaType(event: Incoming): void {
  const type = contentTypeOf(event);
  if (!json.test(type) || !isUtf8Type(type)) {
    throw unsupported('The Content-Type of a body must be application/json, in UTF-8.');
  }
  requireUncompressed(event);
}

/** The form type of a request; undefined for every other body. */
export const formTypeOf = (event: Incoming): FormType | undefined =>
  form.exec(contentTypeOf(event))?.[1]?.toLowerCase() as FormType | undefined;

/** The type of a form in UTF-8. Refuses every other body with `media_type_unsupported`. */
export function requireFormType(event: Incoming): FormType {
  const type = formTypeOf(event);
  if (type === undefined || !isUtf8Type(contentTypeOf(event))) {
    throw unsupported(
      'The Content-Type of a form must be multipart/form-data or application/x-www-form-urlencoded, in UTF-8.',
    );
  }
  requireUncompressed(event);
  return type;
}

/** The media type of a body that is a file. Refuses other types with `media_type_unsupported`. */
export function requireTypeOf(event: Incoming, types: readonly string[]): string {
  const [named = ''] = contentTypeOf(event).toLowerCase().split(/\s*;/);
  if (!types.includes(named)) {
    const mediaTypeNote = named === '' ? '' : `, not ${named.slice(0, MAX_QUOTED)}`;
    throw unsupported(`The Content-Type of this body must be ${types.join(' or ')}${mediaTypeNote}.`);
  }
  requireUncompressed(event);
  return named;
}

/**
 * The body of an operation that needs none. It is ignored, but a body that is not JSON was probably meant for another
 * operation.
 */
export const ignoredBody = (): Middleware => ({
  before: ({ event }) => {
    if (typeof event.body === 'string' && event.body !== '') checkMediaType(event);
  },
});

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
 * Reads the body of a request that is a file (guide: errors 3).
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
