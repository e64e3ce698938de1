import httpJsonBodyParser from '@middy/http-json-body-parser';
import { BODY_MAX_BYTES, BODY_MAX_DEPTH } from '../../schemas/limits.ts';
import { Refusal } from '../platform/errors.ts';
import { bytesOf, requireSize } from './body-bytes.ts';
import type { Incoming, Middleware } from './incoming.ts';
import { markJson, unmarkJson } from './json-text.ts';
import { checkMediaType } from './media-type.ts';

/** The maximum size of a body in bytes, its maximum depth, and the maximum number of values in it. */
interface BodyLimits {
  maxBytes: number;
  maxDepth: number;
  maxValues?: number;
}

const ownLimits: BodyLimits = { maxBytes: BODY_MAX_BYTES, maxDepth: BODY_MAX_DEPTH };

function textOf(bytes: Buffer): string {
  try {
    // Decoding also drops a byte order mark (RFC 8259, section 8.1).
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('json_malformed', 'The body is not valid UTF-8.');
  }
}

/** The error of invalid JSON: the message of JSON.parse, which quotes the text as sent. */
function syntaxErrorOf(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    return (error as SyntaxError).message;
  }
  return 'it cannot be parsed';
}

const bodyMissing = () => new Refusal('body_missing', 'This request needs a JSON object as its body.');

function requireObject(body: unknown): void {
  if (typeof body === 'object' && body !== null && !Array.isArray(body) && !JSON.isRawJSON(body)) return;
  throw new Refusal('json_malformed', 'The body must be a JSON object.');
}

const parser = httpJsonBodyParser({ disableContentTypeCheck: true, reviver: unmarkJson });

/**
 * Replaces the body of a request by its value: a JSON object in UTF-8 (interface 5.2). Refuses with `body_missing`,
 * `media_type_unsupported`, `content_too_large`, `json_malformed`.
 */
export function readJson(event: Incoming, { maxBytes, maxDepth, maxValues }: BodyLimits = ownLimits): void {
  if (typeof event.body !== 'string' || event.body === '') throw bodyMissing();
  checkMediaType(event);
  const text = textOf(bytesOf(event, maxBytes));
  event.body = markJson(text, maxDepth, maxValues);
  event.isBase64Encoded = false;
  try {
    void parser.before?.({ event } as never);
  } catch {
    throw new Refusal('json_malformed', `The body is not valid JSON: ${syntaxErrorOf(text)}.`);
  }
  requireObject(event.body);
}

/** The middleware that reads a JSON body, as `readJson` does. */
export const jsonBody = (limits?: BodyLimits): Middleware => ({
  before: ({ event }) => readJson(event, limits),
});

/**
 * Validates a body inside another one as if it had been sent on its own. Its size is that of its JSON without white
 * space. Refuses as `jsonBody` does.
 */
export function requireBody(body: unknown): void {
  if (body === undefined) throw bodyMissing();
  requireObject(body);
  const text = JSON.stringify(body);
  requireSize(Buffer.byteLength(text), BODY_MAX_BYTES);
  markJson(text, BODY_MAX_DEPTH);
}
