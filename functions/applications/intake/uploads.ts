import { resumeTypes, UPLOAD_MAX_BYTES } from '../../../schemas/application.ts';
import {
  UPLOAD_KEPT_HOURS,
  UPLOAD_KEPT_SECONDS,
  UPLOAD_SECONDS,
  type Upload,
} from '../../../schemas/upload.ts';
import type { Violation } from '../../../schemas/problem.ts';
import type { CheckUpload } from './application-content.ts';
import { typeOfName, checkResumeFile } from './resumes/resume-file.ts';
import { cleanFileName } from './resumes/resume-name.ts';
import type { ServiceSecrets } from '../../platform/crypto/service-secrets.ts';
import { violationRefusal } from '../../validation/submission.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { OpenPosting } from '../../postings/posting/posting.ts';
import { createUploadId, verifyUploadId } from './upload-id.ts';

const POINTER = '/resume/file';

const refusals = {
  file_unknown: 'resume.file is not the id of a file that was uploaded for this job.',
  file_expired: `The file in resume.file was uploaded more than ${UPLOAD_KEPT_HOURS} hours ago: upload it again.`,
} as const satisfies Partial<Record<Violation['code'], string>>;

interface Parts {
  files: Pick<FileStore, 'get' | 'remove' | 'uploadFormOf'>;
  secrets: () => Promise<ServiceSecrets>;
  now: () => Date;
}

const jobOf = ({ employer, job }: OpenPosting) => ({ employerId: employer.id, jobId: job.id });

/** The files that candidates upload before they apply. */
export const uploads = ({ files, secrets, now }: Parts) => ({
  /**
   * Permits the upload of one file for a posting. Throws Refusal `validation_failed` for a name that no résumé may
   * have.
   */
  begin: async (posting: OpenPosting, sentName: string): Promise<Upload> => {
    const typeOrViolation = typeOfName(sentName, '/fileName');
    if ('violation' in typeOrViolation) throw violationRefusal([typeOrViolation.violation]);
    const { type } = typeOrViolation;
    const until = new Date(now().getTime() + UPLOAD_KEPT_SECONDS * 1_000);
    const fileName = cleanFileName(sentName, type);
    const [{ bytes }] = await secrets();
    const { id, key } = createUploadId(bytes, jobOf(posting), { fileName, until });
    const terms = { mediaType: resumeTypes[type], maxBytes: UPLOAD_MAX_BYTES, seconds: UPLOAD_SECONDS };
    return { id, upload: await files.uploadFormOf(key, terms), expiresAt: until.toISOString() };
  },

  /** Validates the file that an application names. Returns the validated bytes, whatever is uploaded later. */
  judge:
    (posting: OpenPosting): CheckUpload =>
    async (id) => {
      const upload = verifyUploadId(await secrets(), jobOf(posting), { id, now: now() });
      if (typeof upload === 'string') {
        return { violation: { pointer: POINTER, code: upload, message: refusals[upload] } };
      }
      const bytes = await files.get(upload.key);
      if (!bytes) return null;
      return checkResumeFile(upload.fileName, Buffer.from(bytes), {
        pointer: POINTER,
        maxBytes: UPLOAD_MAX_BYTES,
      });
    },

  /**
   * Deletes the uploaded file of an application that has its own copy. The sweep and the bucket's lifecycle delete it
   * when this fails.
   */
  end: async (posting: OpenPosting, id: string): Promise<void> => {
    const upload = verifyUploadId(await secrets(), jobOf(posting), { id, now: now() });
    if (typeof upload !== 'string') await files.remove(upload.key).catch(() => undefined);
  },
});
