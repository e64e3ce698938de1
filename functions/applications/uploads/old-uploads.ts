import { UPLOAD_KEPT_SECONDS } from '../../../schemas/upload.ts';
import { filePrefixes } from '../../platform/files/prefixes.ts';
import type { FileStore } from '../../platform/files/file-store.ts';

/** The keys of uploaded files that no application can name any more: on AWS, what the lifecycle of the bucket has left. */
export async function* oldUploads(files: Pick<FileStore, 'list'>, now: Date): AsyncGenerator<string> {
  for await (const { key, modifiedAt } of files.list(filePrefixes.uploads)) {
    if (now.getTime() - modifiedAt.getTime() > UPLOAD_KEPT_SECONDS * 1_000) yield key;
  }
}
