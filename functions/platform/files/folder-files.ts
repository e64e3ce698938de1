import { opendir, readFile, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { FileStore } from './file-store.ts';
import { writeAtomically } from './atomic-write.ts';

const keyPattern = /^[\w-]+(?:\.[\w-]+)*(?:\/[\w-]+(?:\.[\w-]+)*)*$/;

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Awaits a file operation; undefined instead of an error when the file or folder does not exist. */
const ifThere = <Value>(work: Promise<Value>): Promise<Value | undefined> =>
  work.catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** Files in a folder of this machine. `addresses` creates the addresses that the local gateway serves. */
export function folderFiles(
  folder: string,
  addresses: Pick<FileStore, 'addressOf' | 'uploadFormOf'>,
): FileStore {
  const pathOf = (key: string) => {
    if (!keyPattern.test(key)) throw new TypeError(`${key} is not the key of a file.`);
    return join(folder, key);
  };
  return {
    put: async (key, bytes) => writeAtomically(pathOf(key), bytes),
    get: async (key) => ifThere(readFile(pathOf(key))),
    remove: async (key) => rm(pathOf(key), { force: true }),
    list: async function* (prefix) {
      const start = join(folder, prefix.slice(0, prefix.lastIndexOf('/') + 1));
      const entries = await ifThere(opendir(start, { recursive: true }));
      for await (const entry of entries ?? []) {
        const path = join(entry.parentPath, entry.name);
        const key = relative(folder, path).split(sep).join('/');
        if (!entry.isFile() || !key.startsWith(prefix)) continue;
        const facts = await ifThere(stat(path));
        if (facts) yield { key, modifiedAt: facts.mtime };
      }
    },
    ...addresses,
  };
}
