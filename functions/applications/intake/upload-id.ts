import { randomBytes } from 'node:crypto';
import { UPLOAD_KEPT_SECONDS } from '../../../schemas/upload.ts';
import { filePrefixes } from '../../platform/files/file-prefixes.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import { couldSign, signerOf, type ServiceSecrets } from '../../platform/crypto/service-secrets.ts';
import { signatureOf } from '../../platform/crypto/signature.ts';

/** An uploaded file. */
export interface UploadedFile {
  /** Its id for the candidate. */
  id: string;
  /** Its key in the file store. */
  key: string;
  fileName: string;
}

/** The job that a file is for. */
interface UploadJob {
  employerId: number;
  jobId: number;
}

const USE = 'upload id';
const RANDOM_BYTES = 16;
const SECONDS_BYTES = 6;
const NAME_FROM = RANDOM_BYTES + SECONDS_BYTES;

const signedText = ({ employerId, jobId }: UploadJob, content: string) =>
  JSON.stringify([employerId, jobId, content]);

const toUploadedFile = (id: string, content: Buffer): UploadedFile => ({
  id,
  key: `${filePrefixes.uploads}${content.toString('hex', 0, RANDOM_BYTES)}`,
  fileName: content.toString('utf8', NAME_FROM),
});

/**
 * Creates a file for a job. Its id contains the key, the name and the expiry of the file, signed together with the job:
 * nothing has to be stored for it, and it cannot be forged.
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
  return toUploadedFile(`${text}.${signatureOf(secret, USE, signedText(job, text))}`, content);
}

/** Verifies an id; `file_unknown` when it is for another job or was not signed, `file_expired` when it has expired. */
export function verifyUploadId(
  secrets: ServiceSecrets,
  job: UploadJob,
  { id, now }: { id: string; now: Date },
): UploadedFile | 'file_unknown' | 'file_expired' {
  const [text = '', signature = '', ...others] = id.split('.');
  const signer = others.length > 0 ? undefined : signerOf(secrets, USE, signedText(job, text), signature);
  if (!signer) return 'file_unknown';
  const content = Buffer.from(text, 'base64url');
  const until = content.readUIntBE(RANDOM_BYTES, SECONDS_BYTES);
  if (!couldSign(signer, (until - UPLOAD_KEPT_SECONDS) * 1_000)) return 'file_unknown';
  return until > toUnixSeconds(now) ? toUploadedFile(id, content) : 'file_expired';
}

/** The file name in an id, without verification: only the sender sees it. */
export const unverifiedFileName = (id: string): string =>
  Buffer.from(id.split('.')[0] ?? '', 'base64url').toString('utf8', NAME_FROM);
