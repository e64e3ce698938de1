import * as fc from 'fast-check';

/** The part of JSON Schema that the service's schemas use. */
export interface Shape {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Shape;
  properties?: Readonly<Record<string, Shape>>;
  required?: readonly string[];
  readOnly?: boolean;
}

/** Valid values for fields whose schema is incomplete, by pointer, with `*` for an index. */
export type Samples = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Characters of one, two and four bytes in UTF-8. */
export const LETTERS = ['x', 'é', '🙂'] as const;

/** Letters of one to four bytes in UTF-8, and combining and direction marks, without control characters. */
const letters = Array.from('xaZ0 -\'"<&/%#éßŁ漢かक्🙂\u{1f468}\u0301\u200f\u200d');

const typesOf = ({ type = [] }: Shape): readonly string[] => (typeof type === 'string' ? [type] : type);

const text = (most: number, unit = letters) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.string({ unit: fc.constantFrom(...unit), maxLength: most }) },
    fc
      .constantFrom(...LETTERS.filter((letter) => unit.includes(letter)))
      .map((letter) => letter.repeat(most)),
  );

const word = (most: number) => text(most, Array.from('xaZ09-'));

const instant = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Arbitraries by the `format` of a schema: valid texts of at most `most` characters. */
const formatted: Record<string, (most: number) => fc.Arbitrary<unknown>> = {
  line: (most) => text(most - 1).map((rest) => `T${rest}`),
  'trimmed-line': (most) => text(most - 2).map((middle) => `R${middle}.`),
  'line-or-empty': text,
  text: (most) => text(most - 5).map((rest) => `Cook ${rest}`),
  date: () => instant.map((time) => time.slice(0, 10)),
  'date-time': () => instant,
  hours: () => fc.integer({ min: 100, max: 16_800 }).map((hundredths) => hundredths / 100),
  amount: () => fc.integer({ min: 0, max: 999_999_999_999_999 }).map((units) => units / 10_000),
  email: (most) => word(most - 'a@example.com'.length).map((local) => `a${local}@example.com`),
  'http-url': (most) =>
    text(most - 'https://example.com/'.length, Array.from('xaZ0-_~?&=#%é漢🙂')).map(
      (path) => `https://example.com/${path}`,
    ),
};

/** Valid values for a schema: sometimes null where it is allowed, sometimes with read-only fields. */
export function validValue(shape: Shape, samples: Samples = {}, pointer = ''): fc.Arbitrary<unknown> {
  const sample = samples[pointer];
  if (sample) return sample;
  if (shape.enum) return fc.constantFrom(...shape.enum);
  const types = typesOf(shape);
  const [type] = types;
  const baseValues = ((): fc.Arbitrary<unknown> => {
    if (shape.format) return formatted[shape.format]?.(shape.maxLength ?? 300) ?? fc.constant('');
    if (type === 'object') return validObject(shape, samples, pointer);
    if (type === 'array') {
      const { minItems: minLength = 0, maxItems: maxLength = 5, items = {} } = shape;
      return fc.array(validValue(items, samples, `${pointer}/*`), { minLength, maxLength });
    }
    if (type === 'boolean') return fc.boolean();
    if (type === 'integer') return fc.integer({ min: shape.minimum ?? 0, max: shape.maximum ?? 0 });
    return text(shape.maxLength ?? 300);
  })();
  return types.includes('null')
    ? fc.oneof({ weight: 4, arbitrary: baseValues }, fc.constant(null))
    : baseValues;
}

function validObject({ properties = {}, required = [] }: Shape, samples: Samples, pointer: string) {
  const members = Object.entries(properties).map(([name, member]) => [
    name,
    validValue(member, samples, `${pointer}/${name}`),
  ]);
  return fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [...required],
    noNullPrototype: true,
  });
}

const SOME: Readonly<Record<string, readonly unknown[]>> = {
  string: ['text'],
  number: [0.5],
  integer: [],
  boolean: [true, false],
  object: [{ a: 1 }],
  array: [['a']],
  null: [null],
};

/** Texts that look like numbers but are not canonical ids. */
const NEARLY_NUMBERS = ['0', '-1', '+1', '01', '1.0', '1e0', '0x1', ' 1', '1 ', '٣', '1_0', 'NaN'];

const BROKEN_FORMATS: Readonly<Record<string, readonly unknown[]>> = {
  date: ['2026-02-30', '2026-13-01', '2026-1-1', '2026-01-01T05:00:00Z', '20260101', 'soon', '٢٠٢٦-01-01'],
  'date-time': ['2026-02-30T00:00:00Z', '2026-01-01', '2026-01-01T00:00:00', 'soon'],
  hours: [0.5, 0.999, 37.125, 168.01, 1e300],
  amount: [-1, -0.0001, 0.00001, 100_000_000_000, 1e300],
  email: ['nobody', 'a@b', 'a b@example.com', 'a@b@example.com', 'A <a@example.com>', 'a@example.com,b@c.ca'],
  'http-url': [
    'example.com',
    '//a.ca',
    'https:a.ca',
    'ftp://a.ca',
    'https://u:p@a.ca',
    'https://a.ca\\b',
    'https://a b',
  ],
  'question-id': ['two words', 'é', 'a.b', 'a/b'],
  line: [' ', '\u00a0', 'two\nlines'],
  'trimmed-line': [' R', 'R ', 'two\nlines'],
  'line-or-empty': ['two\nlines'],
};

/** Values that break a schema regardless of the values around them. */
export function brokenValues(shape: Shape): unknown[] {
  const types = typesOf(shape);
  const isText = types.includes('string');
  const wrongTypes = Object.entries(SOME)
    .filter(([type]) => !types.includes(type) && !(type === 'integer' && types.includes('number')))
    .flatMap(([, values]) => values);
  return [
    ...wrongTypes,
    ...(isText && !shape.enum ? ['a\u0000b', '\ud800', 'a\udc00'] : []),
    ...(isText && shape.enum ? ['gone', 'ACTIVE', ' draft', '__proto__'] : []),
    ...(types.includes('integer') ? [...NEARLY_NUMBERS, 0, -1, 1.5, 2 ** 31, 1e300] : []),
    ...(types.includes('boolean') ? ['true', 0, 1] : []),
    ...(types.includes('number') ? ['x', '1,5', '٣'] : []),
    ...(shape.maxLength === undefined
      ? []
      : LETTERS.map((letter) => letter.repeat((shape.maxLength ?? 0) + 1))),
    ...(shape.minItems ? [[]] : []),
    ...(shape.maxItems === undefined ? [] : [Array.from({ length: shape.maxItems + 1 }, () => ({ id: 1 }))]),
    ...(BROKEN_FORMATS[shape.format ?? ''] ?? []),
  ];
}

/** A position in a value that a client may write, as a JSON Pointer, and the schema of the position. */
export interface SchemaPosition {
  pointer: string;
  shape: Shape;
}

/** Every position in a schema, with `0` for the index of a list. */
export function positionsOf(shape: Shape, pointer = ''): SchemaPosition[] {
  const self = pointer === '' ? [] : [{ pointer, shape }];
  const members = Object.entries(shape.properties ?? {})
    .filter(([, member]) => !member.readOnly)
    .flatMap(([name, member]) => positionsOf(member, `${pointer}/${name}`));
  return [...self, ...members, ...(shape.items ? positionsOf(shape.items, `${pointer}/0`) : [])];
}

/** Copies a value with a replacement at a pointer, whose parents exist; undefined removes the position. */
export function withValueAt<Value>(value: Value, pointer: string, replacement: unknown): Value {
  const copy = structuredClone(value);
  const path = pointer.slice(1).split('/');
  const last = path.pop() ?? '';
  let parent = copy as Record<string, unknown>;
  for (const step of path) parent = parent[step] as Record<string, unknown>;
  if (replacement === undefined) delete parent[last];
  else parent[last] = replacement;
  return copy;
}
