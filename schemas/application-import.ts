import { sentAnswers } from './answer.ts';
import { applicationSource, candidateFields, SENT_FILE_NAME_MAX } from './application.ts';
import { JobReference } from './job.ts';
import { objectOf } from './object.ts';

/**
 * An application that did not come through the service's form, as its employer sends it (guide: receiving-applications
 * 7).
 */
export const ApplicationImport = objectOf(
  'ApplicationImport',
  {
    referenceId: { ...JobReference.properties.referenceId, type: ['string', 'null'] },
    ...candidateFields,
    resume: {
      $id: 'ResumeImport',
      type: ['object', 'null'],
      properties: {
        fileName: { type: 'string', maxLength: SENT_FILE_NAME_MAX },
        content: { type: 'string', format: 'base64' },
      },
      required: ['fileName', 'content'],
      additionalProperties: false,
    },
    answers: sentAnswers,
    source: applicationSource,
    consent: { type: ['boolean', 'null'], readOnly: true },
    receivedAt: { type: ['string', 'null'], format: 'date-time' },
    mail: { type: 'boolean' },
  },
  ['name', 'email'],
);
