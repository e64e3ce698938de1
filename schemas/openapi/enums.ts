import type { Schema } from './document.ts';
import { applicantRoutingTypes, categories, positionTypes, salaryPeriods } from '../reference-data.ts';

/** The lists of reference data whose ids have names, by the schema of their entries. */
export const namedIds: Record<string, readonly { id: number; name: string }[]> = {
  ApplicantRoutingType: applicantRoutingTypes,
  Category: categories,
  PositionType: positionTypes,
  SalaryPeriod: salaryPeriods,
};

/** The name of an entry as a constant: "Mining, Oil and Gas" becomes `MINING_OIL_AND_GAS`. */
const constantOf = (name: string) => name.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_');

/** The ids of a list that a request may send, with the constant names that generators use. */
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

/** The values of a response field as an open enum: the present values are documented, others are allowed. */
export function openValues({ enum: values = [], ...schema }: Schema): Schema {
  const knownValues = values.filter((value) => value !== null);
  const listed = knownValues.map((value) => `\`${value}\``).join(', ');
  return {
    ...schema,
    ...(schema.type !== 'integer' && { description: `Known values: ${listed}. Others may be added.` }),
    'x-extensible-enum': knownValues,
  };
}
