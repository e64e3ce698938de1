import { isSignedBy, signatureOf } from '../values/signature.ts';
import type { HandOut } from './file-store.ts';

/** The path below which the local gateway serves files. */
export const LOCAL_FILES_PATH = '/files/';

/** A file that an address gives access to. */
interface GrantedFile {
  key: string;
  fileName: string;
  mediaType: string;
}

interface Wanted extends HandOut {
  key: string;
  now: Date;
}

const signedText = ({ key, fileName, mediaType }: GrantedFile, until: string) =>
  JSON.stringify([key, fileName, mediaType, until]);

/** The address of a file at the local gateway, which is good for a while: what S3's presigned address is on AWS. */
export function localAddress(
  secret: Uint8Array,
  origin: string,
  { key, fileName, mediaType, seconds, now }: Wanted,
): string {
  const until = String(now.getTime() + seconds * 1_000);
  const signature = signatureOf(secret, 'file address', signedText({ key, fileName, mediaType }, until));
  const query = new URLSearchParams({ name: fileName, type: mediaType, until, signature });
  return `${origin}${LOCAL_FILES_PATH}${key}?${query.toString()}`;
}

/** The file that such an address gives access to; undefined if it was changed, or is over. */
export function grantedFile(
  secret: Uint8Array,
  path: string,
  query: string,
  now: Date,
): GrantedFile | undefined {
  const parameters = new URLSearchParams(query);
  const of = (name: string) => parameters.get(name) ?? '';
  const file = { key: path.slice(LOCAL_FILES_PATH.length), fileName: of('name'), mediaType: of('type') };
  const isGranted =
    Number(of('until')) > now.getTime() &&
    isSignedBy(secret, 'file address', signedText(file, of('until')), of('signature'));
  return isGranted ? file : undefined;
}
