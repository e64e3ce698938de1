import { couldSign, signerOf, type ServiceSecrets, signatureOf, type Use } from '../crypto/signature.ts';
import type { DownloadOptions, UploadForm, UploadOptions } from './file-store.ts';

/** The path below which the local gateway serves and accepts files. */
export const LOCAL_FILES_PATH = '/files/';

/** The maximum validity of a permission, in milliseconds. */
const LONGEST_MILLIS = 60 * 60 * 1_000;

/** A file that can be downloaded from a signed address. */
interface GrantedFile {
  key: string;
  fileName: string;
  mediaType: string;
}

/** A file that can be uploaded with a signed form. */
interface GrantedUpload extends Pick<UploadOptions, 'mediaType' | 'maxBytes'> {
  key: string;
}

/** The duration of a permission and the time at which it begins. */
interface Validity {
  seconds: number;
  now: Date;
}

type Fact = string | number;

/** Signs values, which become the parameters of a temporary permission. */
function signedParameters(secret: Uint8Array, use: Use, facts: readonly Fact[], { seconds, now }: Validity) {
  const until = String(now.getTime() + seconds * 1_000);
  return { until, signature: signatureOf(secret, use, JSON.stringify([...facts, until])) };
}

/** Whether parameters, read by name, have a valid signature and have not expired. */
function isValidPermission(
  secrets: ServiceSecrets,
  use: Use,
  facts: readonly Fact[],
  { parameter, now }: { parameter: (name: string) => string; now: Date },
): boolean {
  const until = parameter('until');
  const text = JSON.stringify([...facts, until]);
  const signer = signerOf(secrets, use, text, parameter('signature'));
  return (
    signer !== undefined && Number(until) > now.getTime() && couldSign(signer, now.getTime() - LONGEST_MILLIS)
  );
}

const keyIn = (path: string) => path.slice(LOCAL_FILES_PATH.length);

/** A temporary URL of a file at the local gateway, like S3's presigned URL on AWS. */
export function localAddress(
  secret: Uint8Array,
  origin: string,
  { key, fileName, mediaType, ...period }: DownloadOptions & { key: string; now: Date },
): string {
  const permission = signedParameters(secret, 'file address', [key, fileName, mediaType], period);
  const query = new URLSearchParams({ name: fileName, type: mediaType, ...permission });
  return `${origin}${LOCAL_FILES_PATH}${key}?${query.toString()}`;
}

/** The file of a temporary download URL; undefined when the URL was changed or has expired. */
export function verifyDownload(
  secrets: ServiceSecrets,
  path: string,
  query: string,
  now: Date,
): GrantedFile | undefined {
  const parameters = new URLSearchParams(query);
  const parameter = (name: string) => parameters.get(name) ?? '';
  const file = { key: keyIn(path), fileName: parameter('name'), mediaType: parameter('type') };
  const facts = [file.key, file.fileName, file.mediaType];
  return isValidPermission(secrets, 'file address', facts, { parameter, now }) ? file : undefined;
}

/** A form that uploads a file to the local gateway, like S3's presigned POST on AWS. */
export function localUploadForm(
  secret: Uint8Array,
  origin: string,
  { key, mediaType, maxBytes, ...period }: GrantedUpload & Validity,
): UploadForm {
  const permission = signedParameters(secret, 'file upload', [key, mediaType, maxBytes], period);
  return {
    url: `${origin}${LOCAL_FILES_PATH}${key}`,
    fields: { type: mediaType, maxBytes: String(maxBytes), ...permission },
  };
}

/** The file that an upload form's fields allow at a path; undefined if a field was changed or the form has expired. */
export function verifyUpload(
  secrets: ServiceSecrets,
  path: string,
  fields: ReadonlyMap<string, string>,
  now: Date,
): GrantedUpload | undefined {
  const parameter = (name: string) => fields.get(name) ?? '';
  const upload = {
    key: keyIn(path),
    mediaType: parameter('type'),
    maxBytes: Number(parameter('maxBytes')),
  };
  const facts = [upload.key, upload.mediaType, upload.maxBytes];
  return isValidPermission(secrets, 'file upload', facts, { parameter, now }) ? upload : undefined;
}
