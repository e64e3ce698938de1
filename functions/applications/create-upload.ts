import { candidateHandler } from './intake/admission.ts';
import { requireValid } from '../validation/submission.ts';
import { uploadServicesFor } from './services.ts';

/** Allows one file to be uploaded for a posting (guide: applying 10). */
export const handler = candidateHandler(
  'createUpload',
  uploadServicesFor,
  async ({ submission }, { posting, from, count, begin }) => {
    requireValid(submission);
    await count(posting, from);
    return { body: await begin(posting, submission.fields.fileName ?? '') };
  },
);
