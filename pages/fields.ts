import { INT32_MAX } from '../schemas/limits.ts';
import { nameIn, type OpenApiDocument, type Schema } from '../schemas/openapi/document.ts';
import { namedIds } from '../schemas/openapi/enums.ts';
import { html, type Html } from './html.ts';
import { inline } from './markdown.ts';

/** The schema without its null alternative: the document writes a nullable schema as `anyOf` with null. */
function withoutNull({ anyOf, ...keywords }: Schema): Schema {
  const schema = anyOf?.find(({ type }) => type !== 'null');
  return schema ? { ...schema, ...keywords } : keywords;
}

function referencedSchemaName(schema: Schema): string | undefined {
  const { $ref } = withoutNull(schema);
  return $ref === undefined ? undefined : nameIn({ $ref });
}

/** The names of the schemas that a schema refers to: one, or one for each alternative. */
export function referencedSchemaNames(document: OpenApiDocument, schema: Schema): string[] {
  const name = referencedSchemaName(schema);
  const { oneOf } = name === undefined ? schema : (document.components.schemas[name] ?? {});
  return oneOf
    ? oneOf.flatMap((each) => referencedSchemaNames(document, each))
    : name === undefined
      ? []
      : [name];
}

/** One object with the members of all alternatives. A member that differs between alternatives keeps only its description. */
function mergeAlternatives(alternatives: readonly Schema[]): Schema {
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

/** Follows a reference and adds its sibling keywords. Alternatives become one schema. */
export function resolveSchema(document: OpenApiDocument, schema: Schema): Schema {
  if (schema.oneOf) return mergeAlternatives(schema.oneOf.map((each) => resolveSchema(document, each)));
  if (schema.anyOf) {
    const { anyOf, ...keywords } = schema;
    const kinds = anyOf.map((each) => resolveSchema(document, each));
    const type = [...new Set(kinds.flatMap((each) => each.type ?? []))];
    return { ...Object.assign({}, ...kinds), ...keywords, type };
  }
  const name = referencedSchemaName(schema);
  if (name === undefined) return schema;
  const { $ref: _, ...added } = schema;
  return { ...resolveSchema(document, document.components.schemas[name] ?? {}), ...added };
}

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Display names of the standard formats. */
const formatNames: Record<string, string> = {
  date: 'YYYY-MM-DD',
  email: 'e-mail address',
  uri: 'full URL',
  // Only programs need these formats: people read the limits.
  double: '',
  int32: '',
};

function formatEnum(values: NonNullable<Schema['enum']>): string {
  const choices = values.filter((value) => value !== null);
  const isRun = choices.length > 2 && choices.every((value, index) => value === Number(choices[0]) + index);
  return isRun ? `${choices[0]} to ${choices.at(-1)}` : `one of ${choices.join(', ')}`;
}

/** Display texts of the keywords of a schema, in display order. */
const rules: ((schema: Schema) => string | undefined | false)[] = [
  ({ format }) => format && (formatNames[format] ?? format),
  ({ enum: values }) => values && formatEnum(values),
  ({ minLength, maxLength }) => minLength !== undefined && minLength !== maxLength && 'not empty',
  ({ minLength, maxLength }) =>
    maxLength !== undefined &&
    `${minLength === maxLength ? 'exactly' : 'at most'} ${plural(maxLength, 'character')}`,
  ({ minItems, maxItems = 0 }) =>
    minItems !== undefined && `${minItems} to ${plural(maxItems, 'entry', 'entries')}`,
  // The maximum of Int32 limits no client in practice.
  ({ minimum, maximum = INT32_MAX }) =>
    minimum !== undefined && (maximum === INT32_MAX ? `from ${minimum}` : `${minimum} to ${maximum}`),
  ({ default: value }) => value !== undefined && `default ${value}`,
];

/** The rules of a schema as people read them: length, range, default. */
export const formatRules = (schema: Schema): string =>
  rules
    .map((rule) => rule(schema))
    .filter(Boolean)
    .join(' · ');

/** More ids than this are folded. */
const MAX_INLINE_IDS = 8;

function idsWithNames(names: (typeof namedIds)[string]): Html {
  const line = names.map(({ id, name }) => html`<code>${id}</code> ${name}`);
  const list = html`<span class="ids">${line.map((each, index) => html`${index > 0 && ', '}${each}`)}</span>`;
  return names.length <= MAX_INLINE_IDS
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
  /** Where the request carries a parameter: path, query or header. */
  location?: string;
  /** The allowed ids with their names, if the field is an id of a reference list. */
  names?: (typeof namedIds)[string] | undefined;
}

function fieldsOfSchema(schema: Schema, schemaName: string | undefined): Field[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).map(([name, member]) => ({
    name,
    schema: member,
    required: required.includes(name),
    names: name === 'id' ? namedIds[schemaName?.replace(/Write$/, '') ?? ''] : undefined,
  }));
}

/** One line of a list of fields or parameters, with its nested fields below. */
export const fieldLine = (
  { name, schema, required, location, names }: Field,
  anchor: string,
  inside?: Html | false,
): Html =>
  html`<div id="${anchor}">
    <dt>
      <a class="anchor" href="#${anchor}"><code>${name}</code></a>
      <span class="type">${[schema.type ?? []].flat().join(' or ')}</span
      >${required && html` <span class="mark required">required</span>`}${schema.readOnly && html` <span class="mark">read-only</span>`}${location !== undefined && html` <span class="mark">${location}</span>`}
    </dt>
    <dd>
      ${schema.description !== undefined && html`${inline(schema.description)} `}
      <div class="rules">${names ? idsWithNames(names) : formatRules(schema)}</div>
      ${inside}
    </dd>
  </div>`;

interface FieldListOptions {
  /** Prefix of the anchors. */
  anchor: string;
  /** True for a request. A response has every field, so its list marks none as required. */
  written: boolean;
  /** Names of schemas that have a separate section, to which the list links instead of repeating their fields. */
  elsewhere?: ReadonlySet<string>;
}

function nestedField(document: OpenApiDocument, field: Field, display: FieldListOptions): Html {
  const schema = resolveSchema(document, field.schema);
  const inner = schema.items ? resolveSchema(document, schema.items) : schema;
  const anchor = `${display.anchor}.${field.name}`;
  const schemaName = referencedSchemaName(schema.items ?? field.schema);
  if (schemaName !== undefined && display.elsewhere?.has(schemaName)) {
    const schemaLink = html`<p class="rules">
      ${schema.items ? 'Each entry is a' : 'It is a'} <a href="#${schemaName}">${schemaName}</a>.
    </p>`;
    return fieldLine({ ...field, schema }, anchor, schemaLink);
  }
  const members = fieldsOfSchema(inner, schemaName);
  return fieldLine(
    { ...field, schema, required: field.required && display.written },
    anchor,
    members.length > 0 &&
      html`<details class="members">
        <summary>Fields of ${schema.items ? 'each entry' : html`<code>${field.name}</code>`}</summary>
        <dl class="fields">
          ${members.map((member) => nestedField(document, member, { ...display, anchor }))}
        </dl>
      </details>`,
  );
}

/** Every field of a schema. Nested fields are folded below their parent. */
export const fieldList = (document: OpenApiDocument, schema: Schema, display: FieldListOptions): Html =>
  html`<dl class="fields">
    ${fieldsOfSchema(resolveSchema(document, schema), referencedSchemaName(schema)).map((field) => nestedField(document, field, display))}
  </dl>`;
