import * as folder from '../../functions/platform/files/folder-files.ts';
import type { FileStore } from '../../functions/platform/files/file-store.ts';
import { filePrefixes } from '../../lib/partitions.ts';
import { usePermissions } from './permission-watch.ts';

export { ifThere } from '../../functions/platform/files/folder-files.ts';

const { logos, uploads, applications } = filePrefixes;
const resources = [
  ['logoFiles', logos],
  ['uploads', uploads],
  ['applicationFiles', applications],
] as const;

/** The actions of S3 that each method of a store needs. `files.test.ts` compares them with the calls of the S3 client. */
export const fileActions: { readonly [method in keyof FileStore]: readonly string[] } = {
  put: ['PutObject'],
  // Without the listing, S3 answers a missing file with 403.
  get: ['GetObject', 'ListBucket'],
  remove: ['DeleteObject'],
  list: ['ListBucket'],
  // A signed URL has the permissions of the function that signed it.
  addressOf: ['GetObject', 'ListBucket'],
  uploadFormOf: ['PutObject'],
};

/** A method of a store whose call needs permissions on the files with its key or prefix. */
const watch =
  <Rest extends unknown[], Result>(method: keyof FileStore, call: (key: string, ...rest: Rest) => Result) =>
  (key: string, ...rest: Rest): Result => {
    const [on] = resources.find(([, prefix]) => key.startsWith(prefix)) ?? ['publicFiles'];
    usePermissions(...fileActions[method].map((action) => `${action} on ${on}`));
    return call(key, ...rest);
  };

/** Files in a folder whose calls need the permissions that S3 requires for them. */
export function folderFiles(...[path, addresses]: Parameters<typeof folder.folderFiles>): FileStore {
  const files = folder.folderFiles(path, addresses);
  return {
    put: watch('put', files.put),
    get: watch('get', files.get),
    remove: watch('remove', files.remove),
    list: watch('list', files.list),
    addressOf: watch('addressOf', files.addressOf),
    uploadFormOf: watch('uploadFormOf', files.uploadFormOf),
  };
}

/** Writes a mail, which needs the permissions that SES requires for a MIME message. */
export const writeAtomically: typeof folder.writeAtomically = async (...call) => {
  usePermissions('SendEmail on mail', 'SendRawEmail on mail');
  return folder.writeAtomically(...call);
};
