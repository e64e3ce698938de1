import { INT32_MAX } from '../schemas/limits.ts';
import { nameIn, type OpenApiDocument, type Schema } from '../schemas/openapi/document.ts';
import { namedIds } from '../schemas/openapi/named-ids.ts';
import { html, type Html } from './html.ts';
import { inline } from './markdown.ts';

/** What a schema is besides null: the schemas that may be null are written as a choice between the two. */
function besidesNull({ anyOf, ...beside }: Schema): Schema {
  const schema = anyOf?.find(({ type }) => type !== 'null');
  return schema ? { ...schema, ...beside } : beside;
}

/** The name of the schema that a schema refers to. */
function schemaNameOf(schema: Schema): string | undefined {
  const { $ref } = besidesNull(schema);
  return $ref === undefined ? undefined : nameIn({ $ref });
}

/** The names of the schemas that a schema stands for: one, or one for each alternative. */
export function schemaNamesOf(document: OpenApiDocument, schema: Schema): string[] {
  const name = schemaNameOf(schema);
  const { oneOf } = name === undefined ? schema : (document.components.schemas[name] ?? {});
  return oneOf ? oneOf.flatMap((each) => schemaNamesOf(document, each)) : name === undefined ? [] : [name];
}

/** An object with the members of all alternatives; of those that differ between them, only the description is kept. */
function merged(alternatives: readonly Schema[]): Schema {
  const members = alternatives.flatMap(({ properties = {} }) => Object.entries(properties));
  const differs = (name: string, { $ref }: Schema) =>
    members.some(([other, schema]) => other === name && schema.$ref !== $ref);
  return {
    type: 'object',
    properties: Object.fromEntries(
      members.map(([name, schema]) => {
        const { description = '' } = schema;
        return [name, differs(name, schema) ? { type: 'object', description } : schema];
      }),
    ),
    required: members
      .map(([name]) => name)
      .filter((name) => alternatives.every(({ required = [] }) => required.includes(name))),
  };
}

/** The schema that a reference points to, with the keywords that the reference adds; alternatives become one. */
export function resolved(document: OpenApiDocument, schema: Schema): Schema {
  if (schema.oneOf) return merged(schema.oneOf.map((each) => resolved(document, each)));
  if (schema.anyOf) {
    const { anyOf, ...beside } = schema;
    const kinds = anyOf.map((each) => resolved(document, each));
    const type = [...new Set(kinds.flatMap((each) => each.type ?? []))];
    return { ...Object.assign({}, ...kinds), ...beside, type };
  }
  const name = schemaNameOf(schema);
  if (name === undefined) return schema;
  const { $ref: _, ...added } = schema;
  return { ...resolved(document, document.components.schemas[name] ?? {}), ...added };
}

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** How the standard formats are displayed. */
const formatNames: Record<string, string> = {
  date: 'YYYY-MM-DD',
  email: 'e-mail address',
  uri: 'full URL',
  // For programs: the limits say the same to people.
  double: '',
  int32: '',
};

function choice(values: NonNullable<Schema['enum']>): string {
  const named = values.filter((value) => value !== null);
  const isRun = named.length > 2 && named.every((value, index) => value === Number(named[0]) + index);
  return isRun ? `${named[0]} to ${named.at(-1)}` : `one of ${named.join(', ')}`;
}

/** How the keywords of a schema are displayed, in this order. */
const rules: ((schema: Schema) => string | undefined | false)[] = [
  ({ format }) => format && (formatNames[format] ?? format),
  ({ enum: values }) => values && choice(values),
  ({ minLength, maxLength }) => minLength !== undefined && minLength !== maxLength && 'not empty',
  ({ minLength, maxLength }) =>
    maxLength !== undefined &&
    `${minLength === maxLength ? 'exactly' : 'at most'} ${plural(maxLength, 'character')}`,
  ({ minItems, maxItems = 0 }) =>
    minItems !== undefined && `${minItems} to ${plural(maxItems, 'entry', 'entries')}`,
  // Nobody reaches the maximum of Int32.
  ({ minimum, maximum = INT32_MAX }) =>
    minimum !== undefined && (maximum === INT32_MAX ? `from ${minimum}` : `${minimum} to ${maximum}`),
  ({ default: value }) => value !== undefined && `default ${value}`,
];

/** The rules of a schema in words. */
const inWords = (schema: Schema): string =>
  rules
    .map((rule) => rule(schema))
    .filter(Boolean)
    .join(' · ');

/** The most ids that are shown without unfolding. */
const SHORT_LIST = 8;

/** The ids that a field may have, with their names. */
function idsWithNames(names: (typeof namedIds)[string]): Html {
  const line = names.map(({ id, name }) => html`<code>${id}</code> ${name}`);
  const list = html`<span class="ids">${line.map((each, index) => html`${index > 0 && ', '}${each}`)}</span>`;
  return names.length <= SHORT_LIST
    ? list
    : html`<details>
        <summary>The ${names.length} ids with their names</summary>
        ${list}
      </details>`;
}

/** A field or parameter, as a schema lists it. */
interface Field {
  name: string;
  schema: Schema;
  required: boolean;
  /** Where a parameter is sent. */
  place?: string;
  /** What the field may be, if it is an id of one of the lists. */
  names?: (typeof namedIds)[string] | undefined;
}

function membersOf(schema: Schema, schemaName: string | undefined): Field[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).map(([name, member]) => ({
    name,
    schema: member,
    required: required.includes(name),
    names: name === 'id' ? namedIds[schemaName?.replace(/Write$/, '') ?? ''] : undefined,
  }));
}

/** One line of a list of fields or parameters, with whatever is inside it below. */
export const fieldLine = (
  { name, schema, required, place, names }: Field,
  anchor: string,
  inside?: Html | false,
): Html =>
  html`<div id="${anchor}">
    <dt>
      <a class="anchor" href="#${anchor}"><code>${name}</code></a>
      <span class="type">${[schema.type ?? []].flat().join(' or ')}</span
      >${required && html` <span class="mark required">required</span>`}${schema.readOnly && html` <span class="mark">read-only</span>`}${place !== undefined && html` <span class="mark">${place}</span>`}
    </dt>
    <dd>
      ${schema.description !== undefined && html`${inline(schema.description)} `}
      <div class="rules">${names ? idsWithNames(names) : inWords(schema)}</div>
      ${inside}
    </dd>
  </div>`;

/** How the fields of a schema are shown. */
interface Display {
  /** The start of the anchors. */
  anchor: string;
  /** Whether the fields are for a request; in a response all are present, so none is marked as required. */
  written: boolean;
  /** The names of schemas that have a section of their own, and are not shown again where another schema has them. */
  elsewhere?: ReadonlySet<string>;
}

function fieldWithMembers(document: OpenApiDocument, field: Field, display: Display): Html {
  const schema = resolved(document, field.schema);
  const inner = schema.items ? resolved(document, schema.items) : schema;
  const anchor = `${display.anchor}.${field.name}`;
  const schemaName = schemaNameOf(schema.items ?? field.schema);
  if (schemaName !== undefined && display.elsewhere?.has(schemaName)) {
    const whole = html`<p class="rules">
      ${schema.items ? 'Each entry is a' : 'It is a'} <a href="#${schemaName}">${schemaName}</a>.
    </p>`;
    return fieldLine({ ...field, schema }, anchor, whole);
  }
  const members = membersOf(inner, schemaName);
  return fieldLine(
    { ...field, schema, required: field.required && display.written },
    anchor,
    members.length > 0 &&
      html`<details class="members">
        <summary>Fields of ${schema.items ? 'each entry' : html`<code>${field.name}</code>`}</summary>
        <dl class="fields">
          ${members.map((member) => fieldWithMembers(document, member, { ...display, anchor }))}
        </dl>
      </details>`,
  );
}

/** Every field of a schema; those inside another are folded below it. */
export const fieldList = (document: OpenApiDocument, schema: Schema, display: Display): Html =>
  html`<dl class="fields">
    ${membersOf(resolved(document, schema), schemaNameOf(schema)).map((field) => fieldWithMembers(document, field, display))}
  </dl>`;
