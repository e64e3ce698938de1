import { schemaDescriptions } from '../descriptions.ts';
import type { Reference, Response, Schema } from './document.ts';
import { idEnum, openValues, namedIds } from './enums.ts';

/** A schema from `schemas/`: JSON Schema with the service's own formats and its name in `$id`. */
export interface Source {
  $id?: string;
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Source>>;
  required?: readonly string[];
  items?: Source;
  oneOf?: readonly Source[];
  enum?: readonly (string | number | null)[];
  format?: string;
  readOnly?: boolean;
  [keyword: string]: unknown;
}

/** Whether a schema is for a response, which has every member, or for a request, which may omit some. */
export type Direction = 'answer' | 'request';

/** The service's own formats as standard keywords, for tools that do not know the formats. */
const formats: Record<string, Schema> = {
  line: { minLength: 1 },
  'line-or-empty': {},
  'question-id': { pattern: '^[A-Za-z0-9_-]+$' },
  'trimmed-line': {},
  text: {},
  amount: { format: 'double', minimum: 0, maximum: 99_999_999_999.9999 },
  hours: { format: 'double' },
  currency: {},
  base64: { contentEncoding: 'base64' },
  'http-url': { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' },
};

/** Generators assume 32 bits for a number without a format, which would truncate amounts. */
const formatsOfTypes: Record<string, string> = { integer: 'int32', number: 'double' };

/** Schemas with members that a request may omit, but that are in every response. */
const completeInResponses = new Set([
  'ApplicantRoutingType',
  'Category',
  'Location',
  'PositionType',
  'PublicSalary',
  'Salary',
  'SalaryPeriod',
]);

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The name of a schema in the document. A schema that differs between requests and responses has two names. */
function nameOf({ $id = '', properties = {} }: Source, direction: Direction): string {
  const differs = Object.values(properties).some(({ readOnly }) => readOnly);
  return direction === 'request' && differs && !/^(?:Job|EmployerUpdate)|Write$/.test($id)
    ? `${$id}Write`
    : $id;
}

const listOf = (type: Source['type'] = []): readonly string[] => [type].flat();

/** Removes null from the values that a schema allows. */
function withoutNull(source: Source): Source {
  const types = listOf(source.type).filter((each) => each !== 'null');
  const values = source.enum?.filter((value) => value !== null);
  // Preserves the order of keywords, so that the result equals a schema that never allowed null.
  return {
    ...source,
    type: types.length === 1 ? types[0] : types,
    ...(values && { enum: values }),
  } as Source;
}

/** Splits a schema into one for objects and one for all other values; empty if the schema allows only one kind. */
function kindsOf(source: Source): Source[] {
  const { $id = '', properties, required, additionalProperties, ...plain } = source;
  const others = listOf(source.type).filter((each) => each !== 'object');
  if (!properties || others.length === 0) return [];
  const ofObject = { $id: `${$id}Range`, type: 'object', properties, required, additionalProperties };
  return [{ ...plain, type: others.length === 1 ? others[0] : others } as Source, ofObject as Source];
}

/** The keywords that apply to values of a type. */
const keywordsOf: Record<string, readonly string[]> = { string: ['maxLength'], array: ['items'] };

/** Splits a schema that allows lists into one schema per type; empty if the schema has a single type or no list. */
function kindsWithLists(source: Source): Source[] {
  const types = listOf(source.type).filter((each) => each !== 'null');
  if (types.length === 1 || !types.includes('array')) return [];
  return types.map((type) => ({
    type,
    ...Object.fromEntries((keywordsOf[type] ?? []).map((keyword) => [keyword, source[keyword]])),
  }));
}

/** Separates the keywords that belong to the use of a schema, not to the schema: they become siblings of its `$ref`. */
function splitReference({ default: value, readOnly, ...named }: Source, direction: Direction) {
  const siblings: Schema = {
    ...(direction === 'request' &&
      value !== undefined && { default: value as NonNullable<Schema['default']> }),
    ...(direction === 'answer' && readOnly && { readOnly }),
  };
  return { named, siblings };
}

/** The member that distinguishes the alternatives: each of them allows exactly one value of it. */
function discriminatorOf(alternatives: readonly Source[]): string | undefined {
  const [alternative] = alternatives;
  return Object.keys(alternative?.properties ?? {}).find((name) =>
    alternatives.every(({ properties }) => properties?.[name]?.enum?.length === 1),
  );
}

/** Collects the schemas and the shared responses of a document by name, in the order of their first use. */
export class Components {
  readonly schemas: Record<string, Schema> = {};
  readonly responses: Record<string, Response> = {};
  readonly #sources = new Map<string, Source>();

  /** A reference to the response under the first name that is free or has an equal response; else the response. */
  share(names: readonly string[], response: Response): Response | Reference {
    const name = names.find((each) => same(response, (this.responses[each] ??= response)));
    return name === undefined ? response : { $ref: `#/components/responses/${name}` };
  }

  /** A reference to the schema; the schema itself if it has no name, or if a different schema has its name. */
  use(source: Source, direction: Direction): Schema {
    if (direction === 'answer' && source.enum) return this.#converted(source, direction);
    if (source.$id === undefined) return this.#converted(source, direction);
    const { named, siblings } = splitReference(source, direction);
    // Some generators ignore a null inside of a referenced schema.
    if (listOf(named.type).includes('null'))
      return { anyOf: [this.#named(withoutNull(named), direction), { type: 'null' }], ...siblings };
    return { ...this.#named(named, direction), ...siblings };
  }

  #named(source: Source, direction: Direction): Schema {
    const name = nameOf(source, direction);
    const firstSource = this.#sources.get(name);
    if (firstSource === undefined) {
      this.#sources.set(name, source);
      // Reserves the name before the members are added, so that a schema precedes its parts in the document.
      this.schemas[name] = {};
      this.schemas[name] = this.#converted(source, direction);
    }
    return firstSource === undefined || same(firstSource, source)
      ? { $ref: `#/components/schemas/${name}` }
      : this.#converted(source, direction);
  }

  /** Ids in requests have a schema of their own, so that generators create one enum for each list. */
  #idsOf(list: string): Schema {
    const name = `${list}Id`;
    this.schemas[name] ??= { description: schemaDescriptions[name]?.summary ?? '', ...idEnum(list) };
    return { $ref: `#/components/schemas/${name}` };
  }

  #member(list: string, name: string, source: Source, direction: Direction): Schema {
    const ofList = list.replace(/Write$/, '');
    return direction === 'request' && name === 'id' && ofList in namedIds
      ? this.#idsOf(ofList)
      : this.use(source, direction);
  }

  #properties({ $id = '', properties = {} }: Source, direction: Direction): Record<string, Schema> {
    const { fields = {} } = schemaDescriptions[$id.replace(/Write$/, '')] ?? {};
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([, { readOnly }]) => !(direction === 'request' && readOnly))
        .map(([name, source]) => {
          const member = this.#member($id, name, source, direction);
          const description = [fields[name], member.description].filter(Boolean).join(' ');
          return [name, { ...member, ...(description && { description }) }];
        }),
    );
  }

  #alternatives(alternatives: readonly Source[], direction: Direction): Schema {
    const oneOf = alternatives.map((each) => this.use(each, direction));
    const propertyName = discriminatorOf(alternatives);
    if (propertyName === undefined) return { oneOf };
    const mapping = alternatives.map(({ properties }, index): [string, string] => [
      String(properties?.[propertyName]?.enum?.[0]),
      oneOf[index]?.$ref ?? '',
    ]);
    return { oneOf, discriminator: { propertyName, mapping: Object.fromEntries(mapping) } };
  }

  #converted(source: Source, direction: Direction): Schema {
    const kinds = kindsOf(source);
    if (kinds.length > 0) {
      const description = schemaDescriptions[source.$id ?? '']?.summary ?? '';
      // Null is included although the member allows it, too: a generated Java client looks for it here.
      return { description, anyOf: [...kinds.map((each) => this.use(each, direction)), { type: 'null' }] };
    }
    const lists = kindsWithLists(source);
    if (lists.length > 0) {
      const description = schemaDescriptions[source.$id ?? '']?.summary ?? '';
      return { description, anyOf: lists.map((each) => this.use(each, direction)) };
    }
    const {
      $id,
      properties,
      items,
      oneOf,
      required,
      additionalProperties: _,
      format,
      default: value,
      ...keywords
    } = source;
    const isRequest = direction === 'request';
    const { summary } = schemaDescriptions[$id?.replace(/Write$/, '') ?? ''] ?? {};
    const ofType = listOf(source.type).flatMap((type) => formatsOfTypes[type] ?? [])[0];
    const formatKeywords = format === undefined ? undefined : formats[format];
    // Only requests have the pattern: a Go client cannot check one in a nullable value.
    const { pattern, ...otherKeywords } = formatKeywords ?? {};
    const isComplete = !isRequest && completeInResponses.has($id ?? '');
    const requiredNames = isComplete ? Object.keys(properties ?? {}) : required;
    const converted: Schema = {
      ...(summary !== undefined && { description: summary }),
      ...keywords,
      ...(isRequest && value !== undefined && { default: value as NonNullable<Schema['default']> }),
      ...(ofType !== undefined && { format: ofType }),
      ...(formatKeywords ? otherKeywords : format !== undefined && { format }),
      ...(isRequest && pattern !== undefined && { pattern }),
      ...(properties && { properties: this.#properties(source, direction) }),
      ...(requiredNames && requiredNames.length > 0 && { required: requiredNames }),
      ...(items && { items: this.use(items, direction) }),
      ...(oneOf && this.#alternatives(oneOf, direction)),
    };
    return !isRequest && source.enum ? openValues(converted) : converted;
  }
}
