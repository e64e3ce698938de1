import type { FileStore } from '../../functions/platform/files/file-store.ts';
import type { Connection } from './connection.ts';
import { Failure } from './failures.ts';

/** The files that belong to the table. Throws Failure where only the table is known. */
export function filesOf({ files }: Pick<Connection, 'files'>): FileStore {
  if (files) return files;
  throw new Failure('Add --stage, or set FILES_BUCKET to the bucket of the stage: files are concerned, too.');
}
