import type { JSONSchema } from 'json-schema-to-ts';
import { BODY_MAX_DEPTH } from '../../schemas/limits.ts';
import { Refusal } from '../domain/refusal.ts';
import { header } from './headers.ts';
import type { Incoming, Middleware } from './incoming.ts';
import { bytesOf, jsonBody } from './json-body.ts';

const formTypes = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i;

/** What browsers and other programs send for a box that is ticked, and for one that is not. */
const booleans = new Map<string, boolean>([
  ['true', true],
  ['on', true],
  ['false', false],
  ['', false],
]);

type Properties = Readonly<Record<string, { type?: string | readonly string[] } | undefined>>;

const isForm = (event: Incoming) => formTypes.test(header(event, 'content-type')?.trim() ?? '');

/** The form data of a request. Refuses with `form_malformed` and `content_too_large`. */
export async function formOf(event: Incoming, maxBytes: number): Promise<FormData> {
  if (typeof event.body !== 'string') throw new Refusal('form_malformed', 'The request has no form data.');
  const bytes = bytesOf(event, maxBytes);
  try {
    const headers = { 'content-type': header(event, 'content-type') ?? '' };
    return await new Response(new Uint8Array(bytes), { headers }).formData();
  } catch {
    throw new Refusal('form_malformed', 'The form data cannot be read.');
  }
}

/** A file field without a file is sent as an empty file without a name. */
async function valueOf(entry: string | File, type: string): Promise<unknown> {
  if (typeof entry === 'string') {
    const text = entry.replaceAll('\r\n', '\n').trim();
    return type === 'boolean' ? (booleans.get(text.toLowerCase()) ?? text) : text;
  }
  if (entry.size === 0 && entry.name === '') return undefined;
  return { fileName: entry.name, content: Buffer.from(await entry.arrayBuffer()).toString('base64') };
}

/**
 * The fields of a form as the JSON body that they stand for: text without white space around it, a ticked box as true, a
 * file as its name and its content in base64. A field that is there several times is an array.
 */
export async function fieldsOfForm(form: FormData, schema: JSONSchema): Promise<Record<string, unknown>> {
  const { properties = {} } = schema as { properties?: Properties };
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const name of new Set(form.keys())) {
    const type = Object.hasOwn(properties, name) ? properties[name]?.type : undefined;
    const values = await Promise.all(form.getAll(name).map((entry) => valueOf(entry, String(type))));
    const value = values.length > 1 ? values : values[0];
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

/** The body of a request that takes JSON or form data with the same fields. */
export function formOrJsonBody(schema: JSONSchema, maxBytes: number): Middleware {
  const json = jsonBody({ maxBytes, maxDepth: BODY_MAX_DEPTH });
  return {
    before: async (request) => {
      const { event } = request;
      if (!isForm(event)) return json.before?.(request);
      event.body = await fieldsOfForm(await formOf(event, maxBytes), schema);
      event.isBase64Encoded = false;
      return undefined;
    },
  };
}
