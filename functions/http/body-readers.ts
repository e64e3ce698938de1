import { parseIdempotencyKey } from '../idempotency/idempotency.ts';
import { jsonBody } from './json-body.ts';
import type { JSONSchema } from 'json-schema-to-ts';
import { AMOUNT_MAX, idText } from '../../schemas/limits.ts';
import { hasFourDecimals, withoutDoubleError } from '../validation/amount.ts';
import type { Warning } from '../validation/submission.ts';
import { label } from '../validation/violations.ts';

interface Shape {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Shape>>;
  required?: readonly string[];
  items?: Shape;
  minItems?: number;
  format?: string;
  readOnly?: boolean;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

const unknownField = (pointer: string): Warning => ({
  code: 'field_unknown',
  pointer,
  message: `${pointer.slice(1)} is not a field of this resource.`,
});

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

function fieldsOf(value: unknown, shape: Shape, pointer: string, warnings: Warning[]): unknown {
  if (JSON.isRawJSON(value)) return toDouble(value, { shape, pointer, warnings });
  const nullable = shape.type?.includes('null') ?? false;
  if (isObject(value) && shape.properties) {
    const fields: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) {
      const fieldSchema = Object.hasOwn(shape.properties, key) ? shape.properties[key] : undefined;
      const fieldPointer = `${pointer}/${escaped(key)}`;
      if (!fieldSchema) warnings.push(unknownField(fieldPointer));
      else if (!fieldSchema.readOnly) fields[key] = fieldsOf(member, fieldSchema, fieldPointer, warnings);
    }
    // Forms send an empty reference as `"period": {"id": ""}`, and CSV rows any empty object.
    const { required = [] } = shape;
    const isEmpty = required.length > 0 && required.every((key) => value[key] === '');
    return nullable && isEmpty ? null : fields;
  }
  if (Array.isArray(value) && shape.items) {
    if (value.length === 0 && nullable && shape.minItems === undefined) return null;
    const { items } = shape;
    return value.map((entry, index) => fieldsOf(entry, items, `${pointer}/${index}`, warnings));
  }
  if (value === '') return nullable ? null : value;
  if (shape.type === 'integer' && typeof value === 'string' && idText.test(value)) return Number(value);
  return value;
}

/**
 * The writable fields of a body that are in its schema, and a warning for each unknown one. Ids sent as strings of
 * digits become numbers, and "" or [] for an optional field becomes null, unless [] breaks a rule (interface 5.3).
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
