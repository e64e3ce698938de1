import { schemaDescriptions } from '../descriptions.ts';
import type { Schema } from './document.ts';

/** A schema from `schemas/`: JSON Schema with the service's own formats and its name in `$id`. */
export interface Source {
  $id?: string;
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Source>>;
  required?: readonly string[];
  items?: Source;
  oneOf?: readonly Source[];
  format?: string;
  readOnly?: boolean;
  [keyword: string]: unknown;
}

/** Whether a schema is for a response, which has every member, or for a request, which may omit some. */
export type Direction = 'answer' | 'request';

/** The service's own formats in standard keywords, for programs that do not know them. */
const formats: Record<string, Schema> = {
  line: { minLength: 1 },
  'line-or-empty': {},
  'trimmed-line': {},
  text: {},
  amount: { minimum: 0, maximum: 99_999_999_999.9999 },
  base64: { contentEncoding: 'base64' },
  'http-url': { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' },
};

/** Schemas whose members are not all in every response. */
const withOptionalMembers = new Set([
  'Problem',
  'Violation',
  'Warning',
  'BatchResult',
  'JudgedJob',
  'JudgedLocation',
  'JudgementResult',
]);

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The name of a schema in the document. A schema that differs between requests and responses has two names. */
function nameOf({ $id = '', properties = {} }: Source, direction: Direction): string {
  const differs = Object.values(properties).some(({ readOnly }) => readOnly);
  return direction === 'request' && differs && !/^Job|Write$/.test($id) ? `${$id}Write` : $id;
}

/** Collects the schemas of a document by name, in the order of their first use. */
export class Components {
  readonly schemas: Record<string, Schema> = {};
  readonly #sources = new Map<string, Source>();

  /** A reference to the schema, or the schema itself if it has no name or differs from the one with its name. */
  use(source: Source, direction: Direction): Schema {
    if (source.$id === undefined) return this.#converted(source, direction);
    const name = nameOf(source, direction);
    const known = this.#sources.get(name);
    if (known === undefined) {
      this.#sources.set(name, source);
      // Before its members, so that the document reads from the whole to the parts.
      this.schemas[name] = {};
      this.schemas[name] = this.#converted(source, direction);
    }
    return known === undefined || same(known, source)
      ? { $ref: `#/components/schemas/${name}` }
      : this.#converted(source, direction);
  }

  #converted(source: Source, direction: Direction): Schema {
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
    const { summary, fields = {} } = schemaDescriptions[$id?.replace(/Write$/, '') ?? ''] ?? {};
    const known = format === undefined ? undefined : formats[format];
    const optional = isRequest || withOptionalMembers.has($id ?? '');
    const requiredNames = optional ? required : Object.keys(properties ?? {});
    return {
      ...(summary !== undefined && { description: summary }),
      ...keywords,
      ...(isRequest && value !== undefined && { default: value as NonNullable<Schema['default']> }),
      ...(known ?? (format !== undefined && { format })),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties)
            .filter(([, { readOnly }]) => !(isRequest && readOnly))
            .map(([name, member]) => {
              const description = fields[name];
              return [name, { ...this.use(member, direction), ...(description && { description }) }];
            }),
        ),
      }),
      ...(requiredNames && requiredNames.length > 0 && { required: requiredNames }),
      ...(items && { items: this.use(items, direction) }),
      ...(oneOf && { oneOf: oneOf.map((each) => this.use(each, direction)) }),
    };
  }
}
