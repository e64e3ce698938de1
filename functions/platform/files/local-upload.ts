import { isSignedBy, signatureOf } from '../values/signature.ts';
import type { UploadForm, UploadTerms } from './file-store.ts';
import { LOCAL_FILES_PATH } from './local-address.ts';

/** A file that a form gives permission to upload. */
interface GrantedUpload extends Pick<UploadTerms, 'mediaType' | 'maxBytes'> {
  key: string;
}

const signedText = ({ key, mediaType, maxBytes }: GrantedUpload, until: string) =>
  JSON.stringify([key, mediaType, maxBytes, until]);

/** A form that uploads a file to the local gateway for a while: what S3's presigned POST is on AWS. */
export function localUploadForm(
  secret: Uint8Array,
  origin: string,
  { key, mediaType, maxBytes, seconds, now }: GrantedUpload & { seconds: number; now: Date },
): UploadForm {
  const until = String(now.getTime() + seconds * 1_000);
  const signature = signatureOf(secret, 'file upload', signedText({ key, mediaType, maxBytes }, until));
  return {
    url: `${origin}${LOCAL_FILES_PATH}${key}`,
    fields: { type: mediaType, maxBytes: String(maxBytes), until, signature },
  };
}

/** The file that the fields of such a form allow at a path; undefined if one was changed, or its time is over. */
export function grantedUpload(
  secret: Uint8Array,
  path: string,
  fields: ReadonlyMap<string, string>,
  now: Date,
): GrantedUpload | undefined {
  const of = (name: string) => fields.get(name) ?? '';
  const upload = {
    key: path.slice(LOCAL_FILES_PATH.length),
    mediaType: of('type'),
    maxBytes: Number(of('maxBytes')),
  };
  const isGranted =
    Number(of('until')) > now.getTime() &&
    isSignedBy(secret, 'file upload', signedText(upload, of('until')), of('signature'));
  return isGranted ? upload : undefined;
}
