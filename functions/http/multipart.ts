import { FORM_HEADERS_MAX_BYTES } from '../../schemas/limits.ts';
import { Refusal } from '../platform/errors.ts';
import { isUtf8Type } from './request-body.ts';

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
