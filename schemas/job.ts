import type { FromSchema } from 'json-schema-to-ts';
import { listedFields, pick } from './job-fields.ts';
import { Language, languages } from './languages.ts';
import { AMOUNT_MAX, INT32_MAX, REFERENCE_ID_MAX } from './limits.ts';
import { objectOf } from './object.ts';
import { Question, QUESTIONS_MAX, QuestionWrite, TranslatedQuestion } from './question.ts';
import { ApplicantRoutingType, Category, Location, PositionType, SalaryPeriod } from './reference-data.ts';

export const JobStatus = { $id: 'JobStatus', type: 'string', enum: ['active', 'archived', 'draft'] } as const;

/** Where the work is done; null if unspecified. */
export const Workplace = {
  $id: 'Workplace',
  type: ['string', 'null'],
  enum: ['on-site', 'hybrid', 'remote', null],
} as const;

/** Whether there is a position to fill now; null if unspecified. */
const Vacancy = {
  $id: 'Vacancy',
  type: ['string', 'null'],
  enum: ['existing', 'future', null],
} as const;

const hours = { type: 'number', minimum: 1, maximum: 168, format: 'hours' } as const;

/** A number of hours, or a range of them (guide: job-content 1). */
const HoursPerWeek = {
  ...hours,
  $id: 'HoursPerWeek',
  type: ['number', 'object', 'null'],
  properties: { min: hours, max: hours },
  required: ['min', 'max'],
  additionalProperties: false,
} as const;

/** The language of title and description; null if unspecified. */
const PostingLanguage = {
  ...Language,
  type: ['string', 'null'],
  enum: [...languages, null],
} as const;

const title = { type: 'string', maxLength: 256, format: 'line' } as const;

const description = { type: 'string', format: 'text' } as const;

const benefits = {
  type: ['array', 'null'],
  maxItems: 20,
  items: { type: 'string', maxLength: 100, format: 'line' },
} as const;

const translatedQuestions = {
  type: ['array', 'null'],
  maxItems: QUESTIONS_MAX,
  items: TranslatedQuestion,
} as const;

/** The texts of a job in another language. Text without a translation stays as it is. */
const translation = <const Id extends string>($id: Id) =>
  ({
    ...objectOf(
      $id,
      {
        title,
        description,
        benefits,
        questions: translatedQuestions,
      },
      ['title', 'description'],
    ),
    type: ['object', 'null'],
  }) as const;

/** Translations by language, without the language of the job itself (guide: job-content 9 and 10). */
const Translations = {
  $id: 'Translations',
  type: ['object', 'null'],
  properties: { en: translation('EnglishTranslation'), fr: translation('FrenchTranslation') },
  additionalProperties: false,
} as const;

const amount = { type: 'number', minimum: 0, maximum: AMOUNT_MAX, format: 'amount' } as const;

/** Guide: job-content 8. Amounts are exact: at most four decimals in requests, exactly four in responses. */
const Salary = {
  $id: 'Salary',
  type: ['object', 'null'],
  properties: {
    amount,
    maxAmount: { ...amount, type: ['number', 'null'] },
    period: SalaryPeriod,
    plusCommission: { type: 'boolean' },
  },
  additionalProperties: false,
} as const;

const instant = { type: ['string', 'null'], format: 'date-time', readOnly: true } as const;

const properties = {
  id: { type: 'integer', minimum: 1, maximum: INT32_MAX, readOnly: true },
  referenceId: { type: ['string', 'null'], maxLength: REFERENCE_ID_MAX, format: 'trimmed-line' },
  employer: {
    ...objectOf(
      'Employer',
      {
        id: { type: 'integer', minimum: 1, maximum: INT32_MAX },
        name: { type: 'string', maxLength: 128 },
        test: { type: 'boolean' },
      },
      ['id', 'name'],
    ),
    readOnly: true,
  },
  title,
  publishDate: { type: 'string', format: 'date', readOnly: true },
  closeDate: { type: 'string', format: 'date' },
  confidential: { type: 'boolean' },
  autoRefresh: { type: 'boolean' },
  status: JobStatus,
  locations: { type: 'array', minItems: 1, maxItems: 3, items: Location },
  workplace: Workplace,
  categories: { type: 'array', minItems: 1, maxItems: 3, items: Category },
  positionType: PositionType,
  salary: Salary,
  vacancy: Vacancy,
  usesAi: { type: ['boolean', 'null'] },
  openings: { type: ['integer', 'null'], minimum: 1, maximum: 999 },
  startDate: { type: ['string', 'null'], format: 'date' },
  hoursPerWeek: HoursPerWeek,
  benefits,
  description,
  language: PostingLanguage,
  translations: Translations,
  applicantRoutingType: ApplicantRoutingType,
  applicationEmail: { type: ['string', 'null'], maxLength: 50, format: 'email' },
  applicationUrl: { type: ['string', 'null'], maxLength: 200, format: 'http-url' },
  questions: { type: 'array', maxItems: QUESTIONS_MAX, items: Question },
  postingUrl: { type: ['string', 'null'], readOnly: true },
  createdAt: instant,
  updatedAt: instant,
} as const;

/** The fields that no request can set. Each is computed for a response, unless a stored job has it. */
export type ReadOnlyField = {
  [Field in keyof typeof properties]: (typeof properties)[Field] extends { readOnly: true } ? Field : never;
}[keyof typeof properties];

/** A job in a response (guide: job-content 1). */
export const JobRecord = objectOf('JobRecord', properties);

/** A job in a list. */
export const JobHeader = objectOf('JobHeader', pick(properties, listedFields));

/** null means "as if never sent", even for a field that always has a value in responses (guide: first-job 7 and 8). */
const writable = {
  ...properties,
  salary: {
    ...Salary,
    $id: 'SalaryWrite',
    properties: {
      ...Salary.properties,
      amount: { ...Salary.properties.amount, type: ['number', 'null'] },
      period: { ...SalaryPeriod, $id: 'SalaryPeriodWrite', type: ['object', 'null'] },
      plusCommission: { ...Salary.properties.plusCommission, type: ['boolean', 'null'] },
      currency: { type: ['string', 'null'], format: 'currency' },
    },
  },
  questions: { ...properties.questions, type: ['array', 'null'], items: QuestionWrite },
  closeDate: { ...properties.closeDate, type: ['string', 'null'] },
  confidential: { ...properties.confidential, type: ['boolean', 'null'] },
  autoRefresh: { ...properties.autoRefresh, type: ['boolean', 'null'] },
  status: { ...properties.status, type: ['string', 'null'], enum: [...JobStatus.enum, null] },
} as const;

/** Only the fields that are sent are changed (guide: first-job 5 and 6). Read-only fields are accepted and ignored. */
export const JobUpdate = objectOf('JobUpdate', writable, []);

/**
 * Guide: first-job 1 to 4. Read-only fields are accepted and ignored, so that the body of a GET can be posted. Only this schema has
 * defaults: generated clients send them for omitted fields, and an update must not do that.
 */
export const JobCreate = {
  ...JobUpdate,
  $id: 'JobCreate',
  properties: {
    ...writable,
    confidential: { ...writable.confidential, default: false },
    autoRefresh: { ...writable.autoRefresh, default: false },
    status: { ...writable.status, default: 'draft' },
  },
  required: ['title', 'locations', 'categories', 'positionType', 'description', 'applicantRoutingType'],
} as const;

/**
 * PUT /jobs identifies the job by its referenceId (guide: first-job 6); only the store knows whether it creates one.
 */
export const JobUpsert = {
  ...JobUpdate,
  $id: 'JobUpsert',
  properties: { ...writable, referenceId: { ...writable.referenceId, type: 'string', minLength: 1 } },
  required: ['referenceId'],
} as const;

/** DELETE /jobs identifies the job by its referenceId (guide: first-job 3). */
export const JobReference = objectOf('JobReference', { referenceId: JobUpsert.properties.referenceId });

export type JobStatus = FromSchema<typeof JobStatus>;
export type JobRecord = FromSchema<typeof JobRecord>;
export type JobHeader = FromSchema<typeof JobHeader>;
export type JobUpdate = FromSchema<typeof JobUpdate>;
