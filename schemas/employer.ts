import type { FromSchema } from 'json-schema-to-ts';
import { JobRecord } from './job.ts';
import { Language } from './languages.ts';
import { objectOf } from './object.ts';

/** The maximum length of an employer's description of itself, in characters, before and after clean-up. */
export const ABOUT_MAX = 10_000;

const address = JobRecord.properties.applicationUrl;

const properties = {
  name: { ...JobRecord.properties.employer.properties.name, readOnly: true },
  about: { type: ['string', 'null'], maxLength: ABOUT_MAX, format: 'text' },
  website: address,
  privacyUrl: address,
  accommodation: { type: ['string', 'null'], maxLength: 1_000, format: 'text' },
  contactEmail: { type: ['string', 'null'], maxLength: 254, format: 'email' },
  language: Language,
  confirmation: { type: 'boolean' },
  showStage: { type: 'boolean' },
  recruitingPage: { type: 'boolean' },
  color: { type: ['string', 'null'], format: 'color' },
  logo: { type: ['string', 'null'], readOnly: true },
} as const;

/** Interface 15.1: an employer in a response. */
export const EmployerRecord = objectOf('EmployerRecord', properties);

/** Interface 15.2: only the fields that are sent are changed. Read-only fields are accepted and ignored. */
export const EmployerUpdate = {
  $id: 'EmployerUpdate',
  type: 'object',
  properties,
  additionalProperties: false,
} as const;

export type EmployerRecord = FromSchema<typeof EmployerRecord>;
export type EmployerUpdate = FromSchema<typeof EmployerUpdate>;
