import { applicationFiles } from '../keys.ts';
import { randomBytes } from 'node:crypto';
import {
  UPLOAD_KEPT_SECONDS,
  UPLOAD_KEPT_HOURS,
  UPLOAD_SECONDS,
  type Upload,
} from '../../../schemas/upload.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import { couldSign, signerOf, type ServiceSecrets, signatureOf } from '../../platform/crypto/signature.ts';
import { resumeTypes, UPLOAD_MAX_BYTES } from '../../../schemas/application.ts';
import type { CheckUpload } from './new-application.ts';
import { typeOfName, checkResumeFile, cleanFileName } from './resumes/resume-file.ts';
import { violationRefusal } from '../../validation/submission.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { OpenPosting } from '../../postings/posting/posting.ts';

/** An uploaded file. */
interface UploadedFile {
  /** The id by which the candidate references the file. */
  id: string;
  /** The key of the file in the file store. */
  key: string;
  fileName: string;
}

/** The job for which a file is uploaded. */
interface UploadJob {
  employerId: number;
  jobId: number;
}

const UPLOAD_PURPOSE = 'upload id';
const RANDOM_BYTES = 16;
const SECONDS_BYTES = 6;
const NAME_FROM = RANDOM_BYTES + SECONDS_BYTES;

const signedText = ({ employerId, jobId }: UploadJob, content: string) =>
  JSON.stringify([employerId, jobId, content]);

const toUploadedFile = (id: string, content: Buffer): UploadedFile => ({
  id,
  key: `${applicationFiles.uploads}${content.toString('hex', 0, RANDOM_BYTES)}`,
  fileName: content.toString('utf8', NAME_FROM),
});

/**
 * Creates a file for a job. Its id contains the key, the name and the expiry of the file, signed together with the job:
 * it needs no item in the table, and it cannot be forged.
 */
export function createUploadId(
  secret: Uint8Array,
  job: UploadJob,
  { fileName, until }: { fileName: string; until: Date },
): UploadedFile {
  const content = Buffer.concat([
    randomBytes(RANDOM_BYTES),
    Buffer.alloc(SECONDS_BYTES),
    Buffer.from(fileName),
  ]);
  content.writeUIntBE(toUnixSeconds(until), RANDOM_BYTES, SECONDS_BYTES);
  const text = content.toString('base64url');
  return toUploadedFile(`${text}.${signatureOf(secret, UPLOAD_PURPOSE, signedText(job, text))}`, content);
}

/** Verifies an id. Returns `file_unknown` for an id of another job or without a signature, `file_expired` for an expired id. */
function verifyUploadId(
  secrets: ServiceSecrets,
  job: UploadJob,
  { id, now }: { id: string; now: Date },
): UploadedFile | 'file_unknown' | 'file_expired' {
  const [text = '', signature = '', ...others] = id.split('.');
  const signer =
    others.length > 0 ? undefined : signerOf(secrets, UPLOAD_PURPOSE, signedText(job, text), signature);
  if (!signer) return 'file_unknown';
  const content = Buffer.from(text, 'base64url');
  const until = content.readUIntBE(RANDOM_BYTES, SECONDS_BYTES);
  if (!couldSign(signer, (until - UPLOAD_KEPT_SECONDS) * 1_000)) return 'file_unknown';
  return until > toUnixSeconds(now) ? toUploadedFile(id, content) : 'file_expired';
}

/** The file name in an id, without verification, because only the sender sees the name. */
export const unverifiedFileName = (id: string): string =>
  Buffer.from(id.split('.')[0] ?? '', 'base64url').toString('utf8', NAME_FROM);

const POINTER = '/resume/file';

interface Parts {
  files: Pick<FileStore, 'get' | 'remove' | 'uploadFormOf'>;
  secrets: () => Promise<ServiceSecrets>;
  now: () => Date;
}

const idRefusals = () => ({
  file_unknown: 'resume.file is not the id of a file that was uploaded for this job.',
  file_expired: `The file in resume.file was uploaded more than ${UPLOAD_KEPT_HOURS} hours ago: upload it again.`,
});

const jobOf = ({ employer, job }: OpenPosting) => ({ employerId: employer.id, jobId: job.id });

/** The files that candidates upload before they apply. */
export const uploads = ({ files, secrets, now }: Parts) => ({
  /** Permits the upload of one file for a posting. Throws Refusal `validation_failed` for an invalid file name. */
  begin: async (posting: OpenPosting, sentName: string): Promise<Upload> => {
    const { type, violation } = typeOfName(sentName, '/fileName');
    if (violation) throw violationRefusal([violation]);
    const until = new Date(now().getTime() + UPLOAD_KEPT_SECONDS * 1_000);
    const fileName = cleanFileName(sentName, type);
    const [{ bytes }] = await secrets();
    const { id, key } = createUploadId(bytes, jobOf(posting), { fileName, until });
    const terms = { mediaType: resumeTypes[type], maxBytes: UPLOAD_MAX_BYTES, seconds: UPLOAD_SECONDS };
    return { id, upload: await files.uploadFormOf(key, terms), expiresAt: until.toISOString() };
  },

  /** Validates the file that an application names. Returns the validated bytes, which later uploads cannot change. */
  check:
    (posting: OpenPosting): CheckUpload =>
    async (id) => {
      const upload = verifyUploadId(await secrets(), jobOf(posting), { id, now: now() });
      if (typeof upload === 'string') {
        return { violation: { pointer: POINTER, code: upload, message: idRefusals()[upload] } };
      }
      const bytes = await files.get(upload.key);
      if (!bytes) return null;
      return checkResumeFile(upload.fileName, Buffer.from(bytes), {
        pointer: POINTER,
        maxBytes: UPLOAD_MAX_BYTES,
      });
    },

  /** Deletes the uploaded file of a stored application. If that fails, the daily sweep deletes the file. */
  end: async (posting: OpenPosting, id: string): Promise<void> => {
    const upload = verifyUploadId(await secrets(), jobOf(posting), { id, now: now() });
    if (typeof upload !== 'string') await files.remove(upload.key).catch(() => undefined);
  },
});
