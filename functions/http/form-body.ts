import type { JSONSchema } from 'json-schema-to-ts';
import { BODY_MAX_BYTES, FORM_MAX_FIELDS, FORM_NAME_MAX } from '../../schemas/limits.ts';
import { Refusal } from '../platform/errors.ts';
import { bytesOf, requireFormType, type FormType } from './request-body.ts';
import { malformedForm, type FormField, multipartFields, decodeText } from './multipart.ts';
import { header, type Incoming } from './incoming.ts';

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
    // A text instead of a file is the id of an upload.
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
  for (const [name, given] of values) fields[name] = given.length > 1 ? given : given[0];
  return fields;
}
