import type { JSONSchema } from 'json-schema-to-ts';
import type { Warning } from '../domain/submission.ts';

interface Shape {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Shape>>;
  items?: Shape;
  readOnly?: boolean;
  default?: unknown;
}

const idText = /^[1-9]\d{0,9}$/;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

function fieldsOf(value: unknown, shape: Shape, pointer: string, unknown: string[]): unknown {
  const nullable = shape.type?.includes('null') ?? false;
  if (isObject(value) && shape.properties) {
    // Forms name a reference that was left empty: `"period": {"id": ""}`.
    if (nullable && value['id'] === '') return null;
    const fields: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) {
      const known = Object.hasOwn(shape.properties, key) ? shape.properties[key] : undefined;
      const place = `${pointer}/${escaped(key)}`;
      if (!known) unknown.push(place);
      else if (!known.readOnly) fields[key] = fieldsOf(member, known, place, unknown);
    }
    return fields;
  }
  if (Array.isArray(value) && shape.items) {
    const { items } = shape;
    return value.map((entry, index) => fieldsOf(entry, items, `${pointer}/${index}`, unknown));
  }
  if (value === '') return nullable ? null : (shape.default ?? value);
  if (shape.type === 'integer' && typeof value === 'string' && idText.test(value)) return Number(value);
  return value;
}

/**
 * The fields of a body that its schema knows and a client may write, and a warning for each that it does not know.
 * Ids sent as digit strings become numbers, "" for an optional field becomes null or its default (interface 5.3).
 */
export function bodyFields(body: unknown, schema: JSONSchema): { fields: unknown; warnings: Warning[] } {
  const unknown: string[] = [];
  const fields = fieldsOf(body, schema as Shape, '', unknown);
  const warnings = unknown.map((pointer): Warning => ({
    code: 'field_unknown',
    pointer,
    message: `${pointer.slice(1)} is not a field of this resource.`,
  }));
  return { fields, warnings };
}
