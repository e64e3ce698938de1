import type { JSONSchema } from 'json-schema-to-ts';
import { BODY_MAX_BYTES, FORM_MAX_FIELDS, FORM_NAME_MAX } from '../../schemas/limits.ts';
import { Refusal } from '../platform/errors.ts';
import { bytesOf } from './body-bytes.ts';
import { malformedForm, type FormField } from './form-field.ts';
import { header } from './headers.ts';
import type { Incoming } from './incoming.ts';
import { requireFormType, type FormType } from './media-type.ts';
import { multipartFields } from './multipart.ts';
import { urlencodedFields } from './urlencoded.ts';

interface Reader {
  fieldsOf: (body: Buffer, contentType: string) => Iterable<FormField>;
  /** The largest body: one without files is no larger than JSON. */
  maxBytes: number;
}

const readers: Record<FormType, Reader> = {
  'multipart/form-data': { fieldsOf: multipartFields, maxBytes: Infinity },
  'application/x-www-form-urlencoded': { fieldsOf: urlencodedFields, maxBytes: BODY_MAX_BYTES },
};

/** What browsers and other programs send for a box that is ticked, and for one that is not. */
const booleans = new Map<string, boolean>([
  ['true', true],
  ['on', true],
  ['false', false],
  ['', false],
]);

type Properties = Readonly<Record<string, { type?: string | readonly string[] } | undefined>>;

/**
 * The fields of a form. Refuses with `media_type_unsupported`, `content_too_large`, and `form_malformed`, also if there are
 * more of them than anybody needs: reading stops there.
 */
export function formOf(event: Incoming, maxBytes: number): FormField[] {
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

/** A file field without a file is sent as an empty file without a name. */
function valueOf(field: FormField, type: string): unknown {
  if ('text' in field) {
    const text = field.text.replaceAll('\r\n', '\n').trim();
    // A text in the place of a file is the id of one that was uploaded.
    if (type.startsWith('object')) return text === '' ? undefined : { file: text };
    return type === 'boolean' ? (booleans.get(text.toLowerCase()) ?? text) : text;
  }
  const { fileName, bytes } = field;
  return bytes.length === 0 && fileName === '' ? undefined : { fileName, content: bytes.toString('base64') };
}

/**
 * The fields of a form as the JSON body that they stand for: text without white space around it, a ticked box as true, a
 * file as its name and its content in base64. A field that is there several times is an array. Of an unknown field only
 * the name is kept.
 */
export function fieldsOfForm(form: readonly FormField[], schema: JSONSchema): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Properties };
  const values = new Map<string, unknown[]>();
  for (const field of form) {
    const known = Object.hasOwn(properties, field.name) ? properties[field.name] : undefined;
    const value = known ? valueOf(field, String(known.type)) : null;
    if (value === undefined) continue;
    const earlier = values.get(field.name);
    if (earlier) earlier.push(value);
    else values.set(field.name, [value]);
  }
  const fields = Object.create(null) as Record<string, unknown>;
  for (const [name, given] of values) fields[name] = given.length > 1 ? given : given[0];
  return fields;
}
