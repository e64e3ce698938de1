import type { JSONSchema } from 'json-schema-to-ts';
import {
  BODY_MAX_BYTES,
  FORM_MAX_FIELDS,
  FORM_NAME_MAX,
  FORM_HEADERS_MAX_BYTES,
} from '../../schemas/limits.ts';
import { Refusal } from '../platform/errors.ts';
import { bytesOf, requireFormType, type FormType, isUtf8Type } from './request-body.ts';
import { header, type Incoming } from './incoming.ts';

/** A field of a form as sent: a text or a file. */
export type FormField = { name: string } & ({ text: string } | { fileName: string; bytes: Buffer });

/** Creates the refusal of malformed form data. */
export const malformedForm = (detail: string): Refusal => new Refusal('form_malformed', detail);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes the text of a form field. Refuses invalid UTF-8 with `form_malformed` instead of replacing it, as for JSON. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformedForm('The form data is not valid UTF-8.');
  }
}

const LINE_END = '\r\n';

/** A parameter of a header: a token, or a quoted string with escaped quotes. */
const parameter = /\s*;\s*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s";]*))/gy;

/** The escapes of browsers for characters that quotes cannot contain (HTML Standard, section 4.10.21.8). */
const escapes = new Map([
  ['%22', '"'],
  ['%0d', '\r'],
  ['%0a', '\n'],
]);

const unescaped = (text: string) =>
  text
    .replace(/%(?:22|0d|0a)/gi, (escape) => escapes.get(escape.toLowerCase()) ?? escape)
    .replace(/\\(["\\])/g, '$1');

/** Parses a header value into its first word and its parameters by name; undefined when it is malformed. */
function parseHeaderValue(value: string): { word: string; parameters: Map<string, string> } | undefined {
  const [word = ''] = /^[^\s;]*/.exec(value) ?? [];
  const rest = value.slice(word.length).trimEnd();
  const matches = [...rest.matchAll(parameter)];
  if (matches.reduce((length, [whole]) => length + whole.length, 0) !== rest.replace(/;$/, '').length) {
    return undefined;
  }
  const parameters = matches.map(([, name = '', quoted, token]): [string, string] => [
    name.toLowerCase(),
    quoted === undefined ? (token ?? '') : unescaped(quoted),
  ]);
  return { word: word.toLowerCase(), parameters: new Map(parameters) };
}

const cutOff = () => malformedForm('The form data is not whole: a boundary is missing.');

const noBoundary = () => malformedForm('The Content-Type of the form data must name its boundary.');

/** Parses the headers of a part, by their names in lower case. */
function parseHeaders(bytes: Uint8Array): Map<string, string> {
  const lines = decodeText(bytes).split(LINE_END);
  return new Map(
    lines.map((line): [string, string] => {
      const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+):(.*)$/.exec(line) ?? [];
      if (name === '') throw malformedForm('A part of the form data has a header that cannot be read.');
      return [name.toLowerCase(), value.trim()];
    }),
  );
}

/**
 * Decodes a file name in extended notation, `UTF-8''Zo%C3%A9.pdf` (RFC 8187), which some programs send in addition or
 * instead.
 */
function decodeExtendedName(text: string): string {
  const [, escaped = ''] = /^utf-8'[^']*'(.*)$/i.exec(text) ?? [];
  try {
    return decodeURIComponent(escaped);
  } catch {
    throw malformedForm('The name of a file in the form data is not valid UTF-8.');
  }
}

const unchangedEncodings = new Set(['7bit', '8bit', 'binary']);

/** Creates the field of a part. Refuses with `form_malformed` and `media_type_unsupported`. */
function createField(headers: Map<string, string>, bytes: Buffer): FormField {
  const { word, parameters } = parseHeaderValue(headers.get('content-disposition') ?? '') ?? {};
  const name = parameters?.get('name');
  if (word !== 'form-data' || name === undefined) {
    throw malformedForm('A part of the form data has no name in its Content-Disposition.');
  }
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  if (!unchangedEncodings.has(encoding)) {
    throw new Refusal(
      'media_type_unsupported',
      'The parts of form data must be sent as they are, without Content-Transfer-Encoding.',
    );
  }
  const extended = parameters?.get('filename*');
  const fileName = extended === undefined ? parameters?.get('filename') : decodeExtendedName(extended);
  if (fileName !== undefined) return { name, fileName, bytes };
  if (!isUtf8Type(headers.get('content-type') ?? '')) {
    throw new Refusal('media_type_unsupported', 'The text of form data must be in UTF-8.');
  }
  return { name, text: decodeText(bytes) };
}

/** The boundary in a Content-Type (RFC 2046, section 5.1.1). */
function boundaryOf(contentType: string): string {
  const boundary = parseHeaderValue(contentType)?.parameters.get('boundary') ?? '';
  if (!/^[\w'()+,./:=? -]{1,70}$/.test(boundary)) throw noBoundary();
  return boundary;
}

/** The position of the first boundary. Some programs begin with an empty line. */
function indexOfFirstBoundary(body: Buffer, boundary: string): number {
  const start = body.toString('latin1', 0, LINE_END.length) === LINE_END ? LINE_END.length : 0;
  if (body.indexOf(`--${boundary}`) !== start) throw cutOff();
  return start;
}

/**
 * Parses the fields of `multipart/form-data` (RFC 7578) lazily, so that the consumer may stop. Unlike
 * `Response.formData` it does not replace invalid UTF-8, and loads no module.
 */
export function* multipartFields(body: Buffer, contentType: string): Generator<FormField> {
  const boundary = boundaryOf(contentType);
  const delimiter = `${LINE_END}--${boundary}`;
  let at = indexOfFirstBoundary(body, boundary) + delimiter.length - LINE_END.length;
  while (body.toString('latin1', at, at + 2) !== '--') {
    // White space after a boundary is ignored.
    while (body[at] === 0x20 || body[at] === 0x09) at += 1;
    const contentAt = body.indexOf(LINE_END.repeat(2), at);
    if (body.toString('latin1', at, at + 2) !== LINE_END || contentAt === -1) throw cutOff();
    const headersAt = at + LINE_END.length;
    if (contentAt - headersAt > FORM_HEADERS_MAX_BYTES) {
      throw malformedForm(`The headers of a part may have at most ${FORM_HEADERS_MAX_BYTES} bytes.`);
    }
    const start = contentAt + 2 * LINE_END.length;
    const end = body.indexOf(delimiter, start);
    if (end === -1) throw cutOff();
    yield createField(parseHeaders(body.subarray(headersAt, contentAt)), body.subarray(start, end));
    at = end + delimiter.length;
  }
}

const BYTE_ORDER_MARK = '\uFEFF';

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw malformedForm('The form data has an escape (%) that is not UTF-8.');
  }
}

/** Splits a text lazily, so that the consumer may stop. */
function* splitAt(text: string, separator: string): Generator<string> {
  for (let start = 0, end = 0; end !== -1; start = end + 1) {
    end = text.indexOf(separator, start);
    yield text.slice(start, end === -1 ? undefined : end);
  }
}

/** Parses the fields of `application/x-www-form-urlencoded` (URL Standard, section 5.1), in UTF-8 only. */
export function* urlencodedFields(bytes: Uint8Array): Generator<FormField> {
  const text = decodeText(bytes);
  for (const pair of splitAt(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text, '&')) {
    if (pair === '') continue;
    const [name = ''] = pair.split('=', 1);
    yield { name: decoded(name), text: decoded(pair.slice(name.length + 1)) };
  }
}

interface Reader {
  fieldsOf: (body: Buffer, contentType: string) => Iterable<FormField>;
  /** The maximum size of the body, in bytes. A form without files is no larger than JSON. */
  maxBytes: number;
}

const readers: Record<FormType, Reader> = {
  'multipart/form-data': { fieldsOf: multipartFields, maxBytes: Infinity },
  'application/x-www-form-urlencoded': { fieldsOf: urlencodedFields, maxBytes: BODY_MAX_BYTES },
};

/** The values that programs send for a checkbox. */
const booleans = new Map<string, boolean>([
  ['true', true],
  ['on', true],
  ['false', false],
  ['', false],
]);

type Properties = Readonly<Record<string, { type?: string | readonly string[] } | undefined>>;

/**
 * Parses the fields of a form. Refuses with `media_type_unsupported`, `content_too_large` and `form_malformed`, also
 * when there are too many fields: parsing stops there.
 */
export function parseForm(event: Incoming, maxBytes: number): FormField[] {
  const { fieldsOf, maxBytes: mostOfType } = readers[requireFormType(event)];
  const body = bytesOf(event, Math.min(maxBytes, mostOfType));
  const fields: FormField[] = [];
  let textLength = 0;
  for (const field of fieldsOf(body, header(event, 'content-type') ?? '')) {
    if (fields.push(field) > FORM_MAX_FIELDS) {
      throw malformedForm(`A form may have at most ${FORM_MAX_FIELDS} fields.`);
    }
    if (field.name.length > FORM_NAME_MAX) {
      throw malformedForm(`The name of a field may have at most ${FORM_NAME_MAX} characters.`);
    }
    textLength += 'text' in field ? field.text.length : 0;
    if (textLength > BODY_MAX_BYTES) {
      throw new Refusal(
        'content_too_large',
        `The text of a form may have at most ${BODY_MAX_BYTES} characters.`,
      );
    }
  }
  return fields;
}

/** The value of a field. Browsers send a file field without a file as an empty file without a name. */
function toFieldValue(field: FormField, type: string): unknown {
  if ('text' in field) {
    const text = field.text.replaceAll('\r\n', '\n').trim();
    // The type of a file field is an object, or an object or null. A text instead of a file is the id of an upload.
    if (type.startsWith('object')) return text === '' ? undefined : { file: text };
    return type === 'boolean' ? (booleans.get(text.toLowerCase()) ?? text) : text;
  }
  const { fileName, bytes } = field;
  return bytes.length === 0 && fileName === '' ? undefined : { fileName, content: bytes.toString('base64') };
}

/**
 * Converts the fields of a form to the equivalent JSON body: text is trimmed, a ticked box becomes true, a file its
 * name and its content in base64. A repeated field becomes an array. Of an unknown field only the name is kept.
 */
export function toJsonFields(form: readonly FormField[], schema: JSONSchema): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Properties };
  const values = new Map<string, unknown[]>();
  for (const field of form) {
    const property = Object.hasOwn(properties, field.name) ? properties[field.name] : undefined;
    const value = property ? toFieldValue(field, String(property.type)) : null;
    if (value === undefined) continue;
    const earlier = values.get(field.name);
    if (earlier) earlier.push(value);
    else values.set(field.name, [value]);
  }
  const fields = Object.create(null) as Record<string, unknown>;
  for (const [name, given] of values) {
    // A form may have a checkbox and a hidden field with the value for an unticked one.
    if (given.every((value) => typeof value === 'boolean')) fields[name] = given.includes(true);
    else fields[name] = given.length > 1 ? given : given[0];
  }
  return fields;
}
