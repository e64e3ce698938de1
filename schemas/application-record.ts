import type { FromSchema } from 'json-schema-to-ts';
import { answers } from './answer.ts';
import {
  ApplicationStage,
  applicationSource,
  ApplicationState,
  candidateFields,
  ConfirmationState,
  FailureCode,
  FILE_NAME_MAX,
  UPLOAD_MAX_BYTES,
} from './application.ts';
import { languages } from './languages.ts';
import { INT32_MAX } from './limits.ts';
import { CursorPaging } from './list.ts';
import { listOf, objectOf } from './object.ts';

/** An id of 32 hexadecimal digits. */
export const applicationId = { type: 'string', minLength: 32, maxLength: 32 } as const;

const receivedAt = { type: 'string', format: 'date-time' } as const;

/** The response that a candidate gets. It contains no data of the employer. */
export const ApplicationReceipt = objectOf('ApplicationReceipt', { id: applicationId, receivedAt });

const fields = {
  id: applicationId,
  referenceId: { type: ['string', 'null'] },
  receivedAt,
  job: objectOf('AppliedJob', {
    id: { type: 'integer', minimum: 1, maximum: INT32_MAX },
    referenceId: { type: ['string', 'null'] },
    title: { type: 'string' },
  }),
  ...candidateFields,
  resume: {
    ...objectOf('Resume', {
      fileName: { type: 'string', maxLength: FILE_NAME_MAX },
      mediaType: { type: 'string' },
      size: { type: 'integer', minimum: 1, maximum: UPLOAD_MAX_BYTES },
    }),
    type: ['object', 'null'],
  },
  answers,
  source: applicationSource,
  language: { type: ['string', 'null'], enum: [...languages, null] },
  consent: {
    ...objectOf('Consent', {
      text: { type: 'string' },
      at: receivedAt,
      language: { type: 'string', enum: languages },
    }),
    type: ['object', 'null'],
  },
  stage: ApplicationStage,
  stageChangedAt: { ...receivedAt, type: ['string', 'null'] },
  state: ApplicationState,
  failure: {
    ...objectOf('ApplicationFailure', { code: FailureCode, address: { type: 'string' } }),
    type: ['object', 'null'],
  },
  confirmation: ConfirmationState,
  repeatOf: { ...applicationId, type: ['string', 'null'] },
} as const;

/** An application as the employer sees it. */
export const ApplicationRecord = objectOf(
  'ApplicationRecord',
  { ...fields, test: { type: 'boolean' } },
  Object.keys(fields) as (keyof typeof fields)[],
);

/** The download URL of a file. */
export const ResumeAddress = objectOf('ResumeAddress', {
  url: { type: 'string', format: 'uri' },
  expiresAt: { type: 'string', format: 'date-time' },
});

const data = listOf(ApplicationRecord);

export const ApplicationList = objectOf('ApplicationList', { data, paging: CursorPaging });

export const JobApplicationList = objectOf('JobApplicationList', {
  clicks: { type: 'integer', minimum: 0 },
  data,
  paging: CursorPaging,
});

export type ApplicationReceipt = FromSchema<typeof ApplicationReceipt>;
export type ApplicationRecord = FromSchema<typeof ApplicationRecord>;
export type ApplicationList = FromSchema<typeof ApplicationList>;
