import type { FromSchema } from 'json-schema-to-ts';
import { INT32_MAX } from './limits.ts';

/** The largest résumé, in bytes: what fits, in base64, into the 6 MB that a function can be sent. */
export const RESUME_MAX_BYTES = 4_000_000;

/** The largest résumé that is uploaded, in bytes. */
export const UPLOAD_MAX_BYTES = 10_000_000;

/** The largest body of an application, in bytes: the largest résumé in base64, and everything else. */
export const APPLICATION_BODY_MAX_BYTES = 6_000_000;

/** The longest file name that may be sent, in characters: as long as file systems allow. */
export const SENT_FILE_NAME_MAX = 255;

/** The longest file name that is kept, in characters. */
export const FILE_NAME_MAX = 128;

/** The longest id of an uploaded file, in characters: it has the name of the file in it. */
export const UPLOAD_ID_MAX = 1_000;

/** The number of hexadecimal digits of an application's id. */
const ID_LENGTH = 32;

/** The files that a résumé may be, by the ending of the name, with their media types. */
export const resumeTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  rtf: 'application/rtf',
  odt: 'application/vnd.oasis.opendocument.text',
  txt: 'text/plain',
} as const;

export type ResumeType = keyof typeof resumeTypes;

/** What has become of an application (interface 12.2). */
export const ApplicationState = {
  $id: 'ApplicationState',
  type: 'string',
  enum: ['held', 'queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed'],
} as const;

/** Why a mail did not arrive, or was not welcome (interface 12.2). */
const FailureCode = {
  type: 'string',
  enum: ['address_refused', 'mailbox_full', 'mail_refused', 'undelivered', 'complaint'],
} as const;

/** What has become of the mail that confirms an application to its candidate (interface 11.12); null if there is none. */
export const ConfirmationState = {
  type: ['string', 'null'],
  enum: ['queued', 'sent', 'bounced', 'failed', null],
} as const;

const id = { type: 'string', minLength: ID_LENGTH, maxLength: ID_LENGTH } as const;
const receivedAt = { type: 'string', format: 'date-time' } as const;

const fields = {
  name: { type: 'string', maxLength: 128, format: 'line' },
  email: { type: 'string', maxLength: 254, format: 'email' },
  telephone: { type: ['string', 'null'], maxLength: 32, format: 'line' },
  coverLetter: { type: ['string', 'null'], maxLength: 5_000, format: 'text' },
} as const;

/** An application as a candidate sends it. */
export const ApplicationCreate = {
  $id: 'ApplicationCreate',
  type: 'object',
  properties: {
    ...fields,
    resume: {
      $id: 'ResumeCreate',
      type: ['object', 'null'],
      properties: {
        fileName: { type: 'string', maxLength: SENT_FILE_NAME_MAX },
        content: { type: 'string', format: 'base64' },
        file: { type: 'string', maxLength: UPLOAD_ID_MAX },
      },
      additionalProperties: false,
    },
    consent: { type: 'boolean' },
  },
  required: ['name', 'email', 'consent'],
  additionalProperties: false,
} as const;

/** The same as form data, in which the résumé is a file. */
export const ApplicationForm = {
  $id: 'ApplicationForm',
  type: 'object',
  properties: {
    ...fields,
    resume: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' },
    consent: { type: 'boolean' },
  },
  required: ['name', 'email', 'consent'],
} as const;

/** What a candidate gets back: nothing of the employer. */
export const ApplicationReceipt = {
  $id: 'ApplicationReceipt',
  type: 'object',
  properties: { id, receivedAt },
  required: ['id', 'receivedAt'],
  additionalProperties: false,
} as const;

/** An application as the employer sees it. */
export const ApplicationRecord = {
  $id: 'ApplicationRecord',
  type: 'object',
  properties: {
    id,
    receivedAt,
    job: {
      $id: 'AppliedJob',
      type: 'object',
      properties: {
        id: { type: 'integer', minimum: 1, maximum: INT32_MAX },
        referenceId: { type: ['string', 'null'] },
        title: { type: 'string' },
      },
      required: ['id', 'referenceId', 'title'],
      additionalProperties: false,
    },
    ...fields,
    resume: {
      $id: 'Resume',
      type: ['object', 'null'],
      properties: {
        fileName: { type: 'string', maxLength: FILE_NAME_MAX },
        mediaType: { type: 'string' },
        size: { type: 'integer', minimum: 1, maximum: UPLOAD_MAX_BYTES },
      },
      required: ['fileName', 'mediaType', 'size'],
      additionalProperties: false,
    },
    state: ApplicationState,
    failure: {
      $id: 'ApplicationFailure',
      type: ['object', 'null'],
      properties: {
        code: FailureCode,
        address: { type: 'string' },
      },
      required: ['code', 'address'],
      additionalProperties: false,
    },
    confirmation: ConfirmationState,
    repeatOf: { ...id, type: ['string', 'null'] },
  },
  required: [
    'id',
    'receivedAt',
    'job',
    'name',
    'email',
    'telephone',
    'coverLetter',
    'resume',
    'state',
    'failure',
    'confirmation',
    'repeatOf',
  ],
  additionalProperties: false,
} as const;

export type ApplicationState = FromSchema<typeof ApplicationState>;
export type ConfirmationState = FromSchema<typeof ConfirmationState>;
export type FailureCode = FromSchema<typeof FailureCode>;
export type ApplicationReceipt = FromSchema<typeof ApplicationReceipt>;
export type ApplicationRecord = FromSchema<typeof ApplicationRecord>;

/** From where a file can be downloaded. */
export const ResumeAddress = {
  $id: 'ResumeAddress',
  type: 'object',
  properties: { url: { type: 'string', format: 'uri' }, expiresAt: { type: 'string', format: 'date-time' } },
  required: ['url', 'expiresAt'],
  additionalProperties: false,
} as const;
