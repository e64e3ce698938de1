import { INT32_MAX } from '../schemas/limits.ts';
import type { OpenApiDocument, Schema } from '../schemas/openapi/document.ts';
import { html, type Html } from './html.ts';
import { inline } from './markdown.ts';

/** The name of the schema that a schema refers to. */
export const schemaNameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);

/** The schema that a reference points to, with the keywords that the reference adds. */
export function resolved({ components }: OpenApiDocument, schema: Schema): Schema {
  const name = schemaNameOf(schema);
  if (name === undefined) return schema;
  const { $ref: _, ...added } = schema;
  return { ...components.schemas[name], ...added };
}

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** How the standard formats are displayed. */
const formatNames: Record<string, string> = {
  date: 'YYYY-MM-DD',
  email: 'e-mail address',
  uri: 'full URL',
};

function choice(values: NonNullable<Schema['enum']>): string {
  const named = values.filter((value) => value !== null);
  const isRun = named.length > 2 && named.every((value, index) => value === Number(named[0]) + index);
  return isRun ? `${named[0]} to ${named.at(-1)}` : `one of ${named.join(', ')}`;
}

/** How the keywords of a schema are displayed, in this order. */
const rules: ((schema: Schema) => string | undefined | false)[] = [
  ({ type = [] }) => [type].flat().join(' or '),
  ({ format }) => format && (formatNames[format] ?? format),
  ({ enum: values }) => values && choice(values),
  ({ minLength }) => minLength !== undefined && 'not empty',
  ({ maxLength }) => maxLength !== undefined && `at most ${plural(maxLength, 'character')}`,
  ({ minItems, maxItems = 0 }) =>
    minItems !== undefined && `${minItems} to ${plural(maxItems, 'entry', 'entries')}`,
  // Nobody reaches the maximum of Int32.
  ({ minimum, maximum = INT32_MAX }) =>
    minimum !== undefined && (maximum === INT32_MAX ? `from ${minimum}` : `${minimum} to ${maximum}`),
  ({ default: value }) => value !== undefined && `default ${value}`,
];

/** A schema in words: first the type, then every rule. */
const inWords = (schema: Schema): string =>
  rules
    .map((rule) => rule(schema))
    .filter(Boolean)
    .join(' · ');

interface Field {
  name: string;
  schema: Schema;
  required: boolean;
}

/** A field and the fields inside it, such as `salary.amount` and `locations[].description`. */
function withMembers(document: OpenApiDocument, field: Field): Field[] {
  const schema = resolved(document, field.schema);
  const inner = schema.items ? resolved(document, schema.items) : schema;
  const name = schema.items ? `${field.name}[]` : field.name;
  const members = membersOf(inner, `${name}.`).flatMap((member) => withMembers(document, member));
  return [{ ...field, schema }, ...members];
}

const membersOf = ({ properties = {}, required = [] }: Schema, prefix = ''): Field[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name: `${prefix}${name}`,
    schema,
    required: required.includes(name),
  }));

/** One line of a list of fields or parameters. */
export const fieldLine = ({ name, schema, required }: Field, kind?: string): Html =>
  html`<div>
    <dt>
      <code>${name}</code
      >${required && html` <span class="mark required">required</span>`}${schema.readOnly && html` <span class="mark">read-only</span>`}${kind !== undefined && html` <span class="mark">${kind}</span>`}
    </dt>
    <dd>
      ${schema.description !== undefined && html`${inline(schema.description)} `}<span class="rules"
        >${inWords(schema)}</span
      >
    </dd>
  </div>`;

/** Every field of a schema. In a response all fields are present, so none is marked as required. */
export function fieldList(
  document: OpenApiDocument,
  schema: Schema,
  { written }: { written: boolean },
): Html {
  const fields = membersOf(resolved(document, schema)).flatMap((field) => withMembers(document, field));
  return html`<dl class="fields">
    ${fields.map((field) => fieldLine(written ? field : { ...field, required: false }))}
  </dl>`;
}
