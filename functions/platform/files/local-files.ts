import { couldSign, signerOf, type ServiceSecrets } from '../crypto/service-secrets.ts';
import { signatureOf, type Use } from '../crypto/signature.ts';
import type { HandOut, UploadForm, UploadTerms } from './file-store.ts';

/** The path below which the local gateway serves and takes files. */
export const LOCAL_FILES_PATH = '/files/';

/** No permission is good for longer, in milliseconds. */
const LONGEST_MILLIS = 60 * 60 * 1_000;

/** A file that an address gives access to. */
interface GrantedFile {
  key: string;
  fileName: string;
  mediaType: string;
}

/** A file that a form gives permission to upload. */
interface GrantedUpload extends Pick<UploadTerms, 'mediaType' | 'maxBytes'> {
  key: string;
}

/** For how long a permission is good, and from when on. */
interface Period {
  seconds: number;
  now: Date;
}

type Fact = string | number;

/** The parameters that make facts a permission for a while. */
function signed(secret: Uint8Array, use: Use, facts: readonly Fact[], { seconds, now }: Period) {
  const until = String(now.getTime() + seconds * 1_000);
  return { until, signature: signatureOf(secret, use, JSON.stringify([...facts, until])) };
}

/** Whether parameters, read by their names, are those of `signed`, and their time is not over. */
function isPermission(
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

/** The address of a file at the local gateway, which is good for a while: what S3's presigned address is on AWS. */
export function localAddress(
  secret: Uint8Array,
  origin: string,
  { key, fileName, mediaType, ...period }: HandOut & { key: string; now: Date },
): string {
  const permission = signed(secret, 'file address', [key, fileName, mediaType], period);
  const query = new URLSearchParams({ name: fileName, type: mediaType, ...permission });
  return `${origin}${LOCAL_FILES_PATH}${key}?${query.toString()}`;
}

/** The file that such an address gives access to; undefined if it was changed, or is over. */
export function grantedFile(
  secrets: ServiceSecrets,
  path: string,
  query: string,
  now: Date,
): GrantedFile | undefined {
  const parameters = new URLSearchParams(query);
  const parameter = (name: string) => parameters.get(name) ?? '';
  const file = { key: keyIn(path), fileName: parameter('name'), mediaType: parameter('type') };
  const facts = [file.key, file.fileName, file.mediaType];
  return isPermission(secrets, 'file address', facts, { parameter, now }) ? file : undefined;
}

/** A form that uploads a file to the local gateway for a while: what S3's presigned POST is on AWS. */
export function localUploadForm(
  secret: Uint8Array,
  origin: string,
  { key, mediaType, maxBytes, ...period }: GrantedUpload & Period,
): UploadForm {
  const permission = signed(secret, 'file upload', [key, mediaType, maxBytes], period);
  return {
    url: `${origin}${LOCAL_FILES_PATH}${key}`,
    fields: { type: mediaType, maxBytes: String(maxBytes), ...permission },
  };
}

/** The file that the fields of such a form allow at a path; undefined if one was changed, or its time is over. */
export function grantedUpload(
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
  return isPermission(secrets, 'file upload', facts, { parameter, now }) ? upload : undefined;
}
