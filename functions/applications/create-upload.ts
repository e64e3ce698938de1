import { candidateHandler } from './intake/admission.ts';
import { requireValid } from '../validation/submission.ts';
import { uploadServicesFor } from './services.ts';

/** Interface 11.13: allows one file to be uploaded for a posting. */
export const handler = candidateHandler(
  'createUpload',
  uploadServicesFor,
  async ({ submission }, { posting, from, count, begin }) => {
    requireValid(submission);
    await count(posting, from);
    return { body: await begin(posting, submission.fields.fileName ?? '') };
  },
);
