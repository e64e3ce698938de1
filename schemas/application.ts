import type { FromSchema } from 'json-schema-to-ts';
import { sentAnswers } from './answer.ts';
import { objectOf } from './object.ts';

/** The largest résumé in a request body, in bytes: its base64 must fit into Lambda's 6 MB limit for requests. */
export const RESUME_MAX_BYTES = 4_000_000;

/** The largest uploaded résumé, in bytes. */
export const UPLOAD_MAX_BYTES = 10_000_000;

/** The maximum length of a sent file name, in characters: the limit of common file systems. */
export const SENT_FILE_NAME_MAX = 255;

/** The maximum length of a stored file name, in characters. */
export const FILE_NAME_MAX = 128;

/** The maximum length of an uploaded file's id, in characters: the id contains the file's name. */
export const UPLOAD_ID_MAX = 1_000;

/** The accepted file types of a résumé, by file extension, with their media types. */
export const resumeTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  rtf: 'application/rtf',
  odt: 'application/vnd.oasis.opendocument.text',
  txt: 'text/plain',
} as const;

export type ResumeType = keyof typeof resumeTypes;

/** The delivery state of an application. */
export const ApplicationState = {
  $id: 'ApplicationState',
  type: 'string',
  enum: ['held', 'stored', 'queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed'],
} as const;

/** The stage of the candidate, as the employer sets it (guide: stages). */
export const ApplicationStage = {
  $id: 'ApplicationStage',
  type: 'string',
  enum: ['new', 'reviewing', 'interview', 'offer', 'hired', 'rejected'],
} as const;

/** Why a mail did not arrive, or was not welcome. */
export const FailureCode = {
  type: 'string',
  enum: ['address_refused', 'mailbox_full', 'mail_refused', 'undelivered', 'complaint', 'suspended'],
} as const;

/**
 * The state of the mail that confirms an application to its candidate (guide: stages 2 and 3); null if there is no such
 * mail.
 */
export const ConfirmationState = {
  type: ['string', 'null'],
  enum: ['queued', 'sent', 'delivered', 'bounced', 'complained', 'failed', null],
} as const;

/** The fields that a candidate fills in, apart from the résumé. */
export const candidateFields = {
  name: { type: 'string', maxLength: 128, format: 'line' },
  email: { type: 'string', maxLength: 254, format: 'email' },
  telephone: { type: ['string', 'null'], maxLength: 32, format: 'line' },
  coverLetter: { type: ['string', 'null'], maxLength: 5_000, format: 'text' },
} as const;

/** Where the candidate came from, according to the posting's URL or to the sender of the application. */
export const applicationSource = { type: ['string', 'null'], maxLength: 100, format: 'line' } as const;

/** An application as a candidate sends it. */
export const ApplicationCreate = objectOf(
  'ApplicationCreate',
  {
    ...candidateFields,
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
    answers: sentAnswers,
    source: applicationSource,
    consent: { type: 'boolean' },
  },
  ['name', 'email', 'consent'],
);

/** An application as form data, in which the résumé is a file. */
export const ApplicationForm = {
  $id: 'ApplicationForm',
  type: 'object',
  properties: {
    ...candidateFields,
    resume: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' },
    source: applicationSource,
    consent: { type: 'boolean' },
  },
  required: ['name', 'email', 'consent'],
} as const;

/** The fields of an application that an employer can change (guide: stages). */
export const ApplicationUpdate = objectOf('ApplicationUpdate', { stage: ApplicationStage });

/** Applications after the one with this id, restricted by the other parameters (guide: receiving-applications 1). */
export const ListApplicationsQuery = objectOf(
  'ListApplicationsQuery',
  {
    after: { type: 'string', maxLength: 64 },
    state: ApplicationState,
    stage: ApplicationStage,
    email: candidateFields.email,
  },
  [],
);

export type ApplicationState = FromSchema<typeof ApplicationState>;
export type ApplicationStage = FromSchema<typeof ApplicationStage>;
export type ConfirmationState = FromSchema<typeof ConfirmationState>;
export type FailureCode = FromSchema<typeof FailureCode>;
export type ListApplicationsQuery = FromSchema<typeof ListApplicationsQuery>;
