import type { FromSchema } from 'json-schema-to-ts';
import { JobRecord } from './job.ts';
import { Language } from './languages.ts';
import { objectOf } from './object.ts';

/** The maximum length of an employer's description of itself, in characters, before and after clean-up. */
export const ABOUT_MAX = 10_000;

const address = JobRecord.properties.applicationUrl;

const about = { type: ['string', 'null'], maxLength: ABOUT_MAX, format: 'text' } as const;
const accommodation = { type: ['string', 'null'], maxLength: 1_000, format: 'text' } as const;

/** The texts of a profile in another language. Text without a translation stays as it is. */
const ProfileTexts = {
  ...objectOf('ProfileTexts', { about, accommodation }, []),
  type: ['object', 'null'],
} as const;

/** Texts by language, without the language of the profile itself (guide: public-pages 10). */
const ProfileTranslations = {
  $id: 'ProfileTranslations',
  type: ['object', 'null'],
  properties: { en: ProfileTexts, fr: ProfileTexts },
  additionalProperties: false,
} as const;

const properties = {
  name: { ...JobRecord.properties.employer.properties.name, readOnly: true },
  about,
  website: address,
  privacyUrl: address,
  accommodation,
  contactEmail: { type: ['string', 'null'], maxLength: 254, format: 'email' },
  language: Language,
  translations: ProfileTranslations,
  confirmation: { type: 'boolean' },
  showStage: { type: 'boolean' },
  recruitingPage: { type: 'boolean' },
  color: { type: ['string', 'null'], format: 'color' },
  logo: { type: ['string', 'null'], readOnly: true },
} as const;

/** An employer in a response (guide: public-pages 10). */
export const EmployerRecord = objectOf('EmployerRecord', properties);

/** Only the fields that are sent are changed (guide: public-pages 10). Read-only fields are accepted and ignored. */
export const EmployerUpdate = objectOf('EmployerUpdate', properties, []);

export type EmployerRecord = FromSchema<typeof EmployerRecord>;
export type EmployerUpdate = FromSchema<typeof EmployerUpdate>;
