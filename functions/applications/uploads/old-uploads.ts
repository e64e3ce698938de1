import { UPLOAD_KEPT_HOURS } from '../../../schemas/upload.ts';
import { filePrefixes } from '../../platform/files/prefixes.ts';
import type { FileStore } from '../../platform/files/file-store.ts';

const KEPT_MILLIS = UPLOAD_KEPT_HOURS * 60 * 60 * 1_000;

/** The keys of uploaded files that no application can name any more: on AWS, what the lifecycle of the bucket has left. */
export async function* oldUploads(files: Pick<FileStore, 'list'>, now: Date): AsyncGenerator<string> {
  for await (const { key, modifiedAt } of files.list(filePrefixes.uploads)) {
    if (now.getTime() - modifiedAt.getTime() > KEPT_MILLIS) yield key;
  }
}
