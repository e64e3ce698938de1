import type { Schema } from './document.ts';
import { namedIds } from './named-ids.ts';

/** The name of an entry as a constant: "Mining, Oil and Gas" becomes `MINING_OIL_AND_GAS`. */
const constantOf = (name: string) => name.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_');

/** The ids of a list that a request may send, with the names that generators give to numbers. */
export function idEnum(list: string): Schema {
  const entries = namedIds[list] ?? [];
  return {
    type: 'integer',
    format: 'int32',
    enum: entries.map(({ id }) => id),
    'x-enum-varnames': entries.map(({ name }) => constantOf(name)),
    'x-enum-descriptions': entries.map(({ name }) => name),
  };
}

/** The values of a response: those of today by name, in a type that takes others too, because more may be added. */
export function openValues({ enum: values = [], ...schema }: Schema): Schema {
  const known = values.filter((value) => value !== null);
  const listed = known.map((value) => `\`${value}\``).join(', ');
  return {
    ...schema,
    ...(schema.type !== 'integer' && { description: `Known values: ${listed}. Others may be added.` }),
    'x-extensible-enum': known,
  };
}
