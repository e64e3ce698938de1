import type { FromSchema } from 'json-schema-to-ts';
import { SENT_FILE_NAME_MAX, UPLOAD_ID_MAX } from './application.ts';
import { objectOf } from './object.ts';

/** The number of seconds for which an upload URL is valid. */
export const UPLOAD_SECONDS = 60 * 60;

/** Hours within which an application must refer to its uploaded file. */
export const UPLOAD_KEPT_HOURS = 24;

/** The number of seconds within which an application must refer to its uploaded file. */
export const UPLOAD_KEPT_SECONDS = UPLOAD_KEPT_HOURS * 60 * 60;

/** The file to upload, as the candidate describes it. */
export const UploadCreate = objectOf('UploadCreate', {
  fileName: { type: 'string', maxLength: SENT_FILE_NAME_MAX },
});

/** The upload URL of a file, and the id by which an application refers to it. */
export const Upload = objectOf('Upload', {
  id: { type: 'string', maxLength: UPLOAD_ID_MAX },
  upload: objectOf('UploadForm', {
    url: { type: 'string', format: 'uri' },
    fields: { $id: 'UploadFields', type: 'object', additionalProperties: { type: 'string' } },
  }),
  expiresAt: { type: 'string', format: 'date-time' },
});

export type Upload = FromSchema<typeof Upload>;
