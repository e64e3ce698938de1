import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreUnavailable } from '../errors.ts';

/** How the name of a file ends that is not whole yet. */
export const PART_ENDING = '.part';

/**
 * Puts a file there, whole or not at all: another reader sees the file of before or all of it. What a crash leaves is a
 * file of its own, which ends in `.part`. Throws StoreUnavailable when the disk is full.
 */
export async function putWhole(path: string, bytes: Uint8Array): Promise<void> {
  const part = `${path}.${randomUUID()}${PART_ENDING}`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(part, bytes, { flush: true });
    await rename(part, path);
  } catch (error) {
    // A full disk would stay full.
    await rm(part, { force: true });
    if (isDiskFull(error)) throw new StoreUnavailable('not-applied', error);
    throw error;
  }
}

/** What a disk says that takes no more, by the codes of Node's errors. */
const codes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether an error of Node says that the disk takes no more. */
export const isDiskFull = (error: unknown): boolean =>
  codes.has(String((error as NodeJS.ErrnoException).code));
