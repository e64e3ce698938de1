import httpJsonBodyParser from '@middy/http-json-body-parser';
import { BODY_MAX_BYTES, BODY_MAX_DEPTH, type BodyLimits, AMOUNT_MAX, idText } from '../../schemas/limits.ts';
import { Refusal } from '../platform/errors.ts';
import { bytesOf, requireSize, checkMediaType } from './request-body.ts';
import type { Incoming, Middleware } from './incoming.ts';
import { parseIdempotencyKey } from '../idempotency/idempotency.ts';
import type { JSONSchema } from 'json-schema-to-ts';
import { withLineFeeds } from '../validation/formats.ts';
import { hasFourDecimals, withoutDoubleError } from '../validation/amount.ts';
import type { Warning } from '../validation/submission.ts';
import { label } from '../validation/violations.ts';

declare global {
  interface JSON {
    isRawJSON(value: unknown): value is { rawJSON: string };
  }
}

/** A double represents every decimal number of up to 15 significant digits exactly. */
const EXACT_DIGITS = 15;

const significantDigits = (number: string) =>
  number
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '').length;

/** The maximum length of a number whose digits are examined, in characters. No valid number is longer. */
const MAX_NUMBER_LENGTH = 64;

/** Whether a double can represent the number in a JSON text exactly. */
const isExact = (number: string) => {
  if (number.length > MAX_NUMBER_LENGTH) return false;
  const digits = significantDigits(number);
  return Number.isFinite(Number(number)) && digits <= EXACT_DIGITS && (Number(number) !== 0 || digits === 0);
};

/** Decodes a JSON string token, or returns an invalid token, which the parser then refuses. */
function decodeString(string: string): string {
  try {
    return JSON.parse(string) as string;
  } catch {
    return string;
  }
}

// An unterminated string is one token up to the end of the text, so that matching takes linear time.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\],]|-?\d[\d.eE+-]*/gs;

/** Keys that Middy's parser refuses. Here they are unknown fields. */
const reservedKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Throws Refusal `json_malformed` when a JSON text is nested too deep, has too many values, or has an object with a
 * repeated key, which parsers would read differently. Returns whether Middy's parser reads it without loss.
 */
function checkStructure(
  text: string,
  { maxDepth, maxValues = Infinity }: Omit<BodyLimits, 'maxBytes'>,
): boolean {
  let isPlain = true;
  const openObjects: (Set<string> | undefined)[] = [];
  let expectsKey = false;
  let values = 0;
  for (const [match] of text.matchAll(token)) {
    const keys = openObjects.at(-1);
    const character = match[0];
    // Each value of an array or object, except the first, follows a comma.
    if (character === ',' || character === '{' || character === '[') values += 1;
    if (values > maxValues) {
      throw new Refusal('json_malformed', `The body has more than ${maxValues} values.`);
    }
    if (character === '"') {
      if (!expectsKey || !keys) continue;
      expectsKey = false;
      const key = decodeString(match);
      if (keys.has(key)) {
        throw new Refusal('json_malformed', `The key ${JSON.stringify(key)} appears twice in one object.`);
      }
      keys.add(key);
      isPlain &&= !reservedKeys.has(key);
    } else if (character === ',') {
      expectsKey = keys !== undefined;
    } else if (character === '{' || character === '[') {
      openObjects.push(character === '{' ? new Set() : undefined);
      expectsKey = character === '{';
      if (openObjects.length > maxDepth) {
        throw new Refusal('json_malformed', `The body is nested more than ${maxDepth} levels deep.`);
      }
    } else if (character === '}' || character === ']') {
      openObjects.pop();
      expectsKey = false;
    } else isPlain &&= isExact(match);
  }
  return isPlain;
}

const parser = httpJsonBodyParser({ disableContentTypeCheck: true });

/**
 * Keeps a number that no double can represent as written, so that nothing is lost before its field is known. Node passes
 * the source of the number, which Middy's parser does not hand on.
 */
const keepInexact = (_: string, value: unknown, { source = '' }: { source?: string }) =>
  typeof value === 'number' && !isExact(source) ? JSON.rawJSON(source) : value;

/** The message of JSON.parse, which Middy's error has as its cause. */
const syntaxErrorOf = ({ message, cause }: Error): string => (cause as Error | undefined)?.message ?? message;

/** Parses JSON. Throws Refusal `json_malformed`. */
export function parseJson(text: string, limits: Omit<BodyLimits, 'maxBytes'>): unknown {
  const isPlain = checkStructure(text, limits);
  try {
    if (!isPlain) return JSON.parse(text, keepInexact as (key: string, value: unknown) => unknown);
    const event: { body: unknown } = { body: text };
    void parser.before?.({ event } as never);
    return event.body;
  } catch (error) {
    throw new Refusal('json_malformed', `The body is not valid JSON: ${syntaxErrorOf(error as Error)}.`);
  }
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

const bodyMissing = () => new Refusal('body_missing', 'This request needs a JSON object as its body.');

function requireObject(body: unknown): void {
  if (typeof body === 'object' && body !== null && !Array.isArray(body) && !JSON.isRawJSON(body)) return;
  throw new Refusal('json_malformed', 'The body must be a JSON object.');
}

/**
 * Replaces the body of a request by its value: a JSON object in UTF-8 (guide: errors 3). Refuses with `body_missing`,
 * `media_type_unsupported`, `content_too_large`, `json_malformed`.
 */
export function readJson(event: Incoming, limits: BodyLimits = ownLimits): void {
  if (typeof event.body !== 'string' || event.body === '') throw bodyMissing();
  checkMediaType(event);
  event.body = parseJson(textOf(bytesOf(event, limits.maxBytes)), limits);
  event.isBase64Encoded = false;
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
  checkStructure(text, ownLimits);
}

interface Shape {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Shape>>;
  required?: readonly string[];
  items?: Shape;
  minItems?: number;
  maxItems?: number;
  format?: string;
  readOnly?: boolean;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** A name in the spelling that all writings of it share: `position_type`, `PositionType`, `categories`, `category`. */
const normalized = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
    .replace(/(?:ies|y|s)$/, '');

/** The fields of each shape by their normalized names: a body may have tens of thousands of unknown ones. */
const spellings = new WeakMap<object, ReadonlyMap<string, string>>();

/** The field of a shape whose name an unknown one resembles. */
function similarField(key: string, properties: object): string | undefined {
  const names =
    spellings.get(properties) ?? new Map(Object.keys(properties).map((name) => [normalized(name), name]));
  spellings.set(properties, names);
  return names.get(normalized(key));
}

/** The warning about an unknown field, with the field that its name resembles. */
function unknownField(pointer: string, key: string, properties: object): Warning {
  const similar = similarField(key, properties);
  return {
    code: 'field_unknown',
    pointer,
    message: `${pointer.slice(1)} is not a field of this resource.${similar ? ` Did you mean ${similar}?` : ''}`,
  };
}

const amountRounded = (pointer: string, amount: number): Warning => ({
  code: 'amount_rounded',
  pointer,
  message: `${label(pointer)} is rounded to ${amount}: an amount has at most four decimals.`,
});

/** Replaces a number that no double can represent with a double that violates the same rules. */
function toDouble(
  { rawJSON }: { rawJSON: string },
  { shape, pointer, warnings }: { shape: Shape; pointer: string; warnings: Warning[] },
): number {
  if (shape.format !== 'amount') return Infinity;
  // The number is too small for a double, but is not zero.
  const amount = withoutDoubleError(Number(rawJSON) || Number.MIN_VALUE);
  if (hasFourDecimals(amount) && Math.abs(amount) <= AMOUNT_MAX) {
    warnings.push(amountRounded(pointer, amount));
  }
  return amount;
}

/** The formats of values that people copy together with the spaces around them. */
const trimmedFormats = new Set(['email', 'http-url']);

/** The time behind the date in a value that a program keeps as a date with a time. */
const midnight = /[T ]00:00(?::00(?:\.0{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** A text without what programs add: spaces around an address, unusual line breaks, midnight behind a date. */
function withoutArtefacts(text: string, format: string): string {
  if (trimmedFormats.has(format)) return text.trim();
  if (format === 'date') return text.replace(midnight, '');
  return format === 'text' ? withLineFeeds(text) : text;
}

function fieldsOf(value: unknown, shape: Shape, pointer: string, warnings: Warning[]): unknown {
  if (JSON.isRawJSON(value)) return toDouble(value, { shape, pointer, warnings });
  const nullable = shape.type?.includes('null') ?? false;
  if (isObject(value) && shape.properties) {
    const fields: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) {
      const fieldSchema = Object.hasOwn(shape.properties, key) ? shape.properties[key] : undefined;
      const fieldPointer = `${pointer}/${escaped(key)}`;
      if (!fieldSchema) warnings.push(unknownField(fieldPointer, key, shape.properties));
      else if (!fieldSchema.readOnly) fields[key] = fieldsOf(member, fieldSchema, fieldPointer, warnings);
    }
    // Forms send an empty reference as `"period": {"id": ""}`, and CSV rows any empty object.
    const { required = [] } = shape;
    const isEmpty = required.length > 0 && required.every((key) => value[key] === '');
    return nullable && isEmpty ? null : fields;
  }
  if (Array.isArray(value) && shape.items) {
    if (value.length === 0 && nullable && shape.minItems === undefined) return null;
    const { items, maxItems = Infinity } = shape;
    // One entry more than allowed is enough to refuse the list.
    return value
      .slice(0, maxItems + 1)
      .map((entry, index) => fieldsOf(entry, items, `${pointer}/${index}`, warnings));
  }
  if (value === '') return nullable ? null : value;
  if (typeof value === 'string' && shape.format) return withoutArtefacts(value, shape.format);
  if (shape.type === 'integer' && typeof value === 'string' && idText.test(value)) return Number(value);
  return value;
}

/**
 * The writable fields of a body that are in its schema, and a warning for each unknown one. Ids sent as strings of
 * digits become numbers, and "" or [] for an optional field becomes null, unless [] breaks a rule (guide: errors 4 to
 * 8).
 */
export function bodyFields(body: unknown, schema: JSONSchema): { fields: unknown; warnings: Warning[] } {
  const warnings: Warning[] = [];
  return { fields: fieldsOf(body, schema as Shape, '', warnings), warnings };
}

/**
 * The functions that read a body and its Idempotency-Key. Only bundles of operations with a body contain them
 * (`bin/build/compile-validators.ts`).
 */
export const bodyReading = { jsonBody, bodyFields, idempotencyOf: parseIdempotencyKey };

export type BodyReading = typeof bodyReading;
