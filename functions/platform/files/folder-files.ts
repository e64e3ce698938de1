import { opendir, readFile, rm, stat, mkdir, rename, writeFile } from 'node:fs/promises';
import { join, relative, sep, dirname } from 'node:path';
import type { FileStore } from './file-store.ts';
import { randomUUID } from 'node:crypto';
import { StoreUnavailable } from '../errors.ts';

const keyPattern = /^[\w-]+(?:\.[\w-]+)*(?:\/[\w-]+(?:\.[\w-]+)*)*$/;

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);

/** Awaits a file operation; undefined instead of an error when the file or folder does not exist. */
export const ifThere = <Value>(work: Promise<Value>): Promise<Value | undefined> =>
  work.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
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

/** Node's error codes of a disk that accepts no more data. */
const diskFullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The suffix of a file that is being written. */
export const PART_ENDING = '.part';

/**
 * Writes a file atomically: a reader sees the former file or the whole new one. A crash leaves a file with the suffix
 * `.part`. Throws StoreUnavailable when the disk is full.
 */
export async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  const part = `${path}.${randomUUID()}${PART_ENDING}`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(part, bytes, { flush: true });
    await rename(part, path);
  } catch (error) {
    // A partial file would keep the disk full, so it is deleted.
    await rm(part, { force: true });
    if (diskFullCodes.has(codeOf(error))) throw new StoreUnavailable('not-applied', error);
    throw error;
  }
}
