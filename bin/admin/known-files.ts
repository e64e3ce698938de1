import type { FileStore } from '../../functions/platform/files/file-store.ts';
import type { Connection } from './connection.ts';
import { Failure } from './failures.ts';

/** The file store of a connection. Throws Failure when the connection has only a table. */
export function filesOf({ files }: Pick<Connection, 'files'>): FileStore {
  if (files) return files;
  throw new Failure('Add --stage, or set FILES_BUCKET to the bucket of the stage: files are concerned, too.');
}
