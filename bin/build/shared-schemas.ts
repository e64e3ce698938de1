/** A JSON Schema, as far as it has parts. */
export interface Schema {
  [keyword: string]: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** The schemas below one. */
const partsOf = ({ properties, items }: Schema): Schema[] => [
  ...Object.values(properties ?? {}),
  ...(items ? [items] : []),
];

/** All schemas inside one, each once. */
function insideOf(schema: Schema, found = new Set<Schema>()): Set<Schema> {
  for (const part of partsOf(schema)) insideOf(part, found.add(part));
  return found;
}

/** A check of the type alone is shorter than a call. */
const isWorthACall = (schema: Schema) =>
  Object.keys(schema).some((keyword) => !['type', '$id'].includes(keyword));

/** The schema with references in place of the parts that have a name. Ids are left out: two different ones may be equal. */
function referring(schema: Schema, names: ReadonlyMap<Schema, string>): Schema {
  const { properties, items } = schema;
  const replaced = (part: Schema) => {
    const name = names.get(part);
    return name === undefined ? referring(part, names) : { $ref: name };
  };
  return {
    ...schema,
    $id: undefined,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, replaced(part)]),
      ),
    }),
    ...(items && { items: replaced(items) }),
  };
}

/**
 * The schemas by their names, and those that several of them contain once, under names of their own, to which they refer:
 * what is compiled of them is then there once, too.
 */
export function withShared(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const holders = new Map<Schema, number>();
  for (const schema of Object.values(schemas)) {
    for (const part of insideOf(schema)) holders.set(part, (holders.get(part) ?? 0) + 1);
  }
  const shared = [...holders.keys()].filter((part) => (holders.get(part) ?? 0) > 1 && isWorthACall(part));
  const names = new Map(shared.map((part, index) => [part, `shared-${index}`]));
  return {
    ...Object.fromEntries([...names].map(([part, name]) => [name, referring(part, new Map())])),
    ...Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, referring(schema, names)])),
  };
}
