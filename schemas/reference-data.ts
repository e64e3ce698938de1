import type { FromSchema } from 'json-schema-to-ts';
import { objectOf } from './object.ts';
import reference from './reference-data/reference.json' with { type: 'json' };
import { INT32_MAX } from './limits.ts';

/**
 * The fixed lists, in id order. Locations are in the table instead: there are many, and more are added.
 */
export const { positionTypes, categories, salaryPeriods, applicantRoutingTypes } = reference;

const id = { type: 'integer', minimum: 1, maximum: INT32_MAX } as const;
const idOf = (entries: readonly { id: number }[]) =>
  ({ type: 'integer', enum: entries.map((entry) => entry.id) }) as const;
const readOnlyText = <Max extends number>(maxLength: Max) =>
  ({ type: 'string', maxLength, readOnly: true }) as const;

/** Every city is a `Town`, regardless of its size. */
export const LocationType = {
  $id: 'LocationType',
  type: 'string',
  enum: ['Town', 'Province', 'Country'],
} as const;

/** Guide: job-content 4 to 6. Requests send the `description` only. */
export const Location = objectOf(
  'Location',
  {
    id: { ...id, readOnly: true },
    name: readOnlyText(256),
    description: { type: 'string', maxLength: 300, format: 'text' },
    type: readOnlyText(50),
  },
  ['description'],
);

/** Requests send the `id` only. */
export const Category = objectOf('Category', { id: idOf(categories), name: readOnlyText(40) }, ['id']);

/** Requests send the `id` only. */
export const PositionType = objectOf('PositionType', { id: idOf(positionTypes), name: readOnlyText(10) }, [
  'id',
]);

/** The period of a salary (guide: job-content 8). Requests send the `id` only. */
export const SalaryPeriod = objectOf(
  'SalaryPeriod',
  { id: idOf(salaryPeriods), name: readOnlyText(50), unit: readOnlyText(50) },
  ['id'],
);

/** Requests send the `id` only. */
export const ApplicantRoutingType = objectOf(
  'ApplicantRoutingType',
  { id: idOf(applicantRoutingTypes), name: readOnlyText(50) },
  ['id'],
);

export type LocationType = FromSchema<typeof LocationType>;
export type Location = FromSchema<typeof Location>;
export type Category = FromSchema<typeof Category>;
export type PositionType = FromSchema<typeof PositionType>;
export type SalaryPeriod = FromSchema<typeof SalaryPeriod>;
export type ApplicantRoutingType = FromSchema<typeof ApplicantRoutingType>;
