import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreUnavailable } from '../errors.ts';

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
    if (isDiskFull(error)) throw new StoreUnavailable('not-applied', error);
    throw error;
  }
}

/** Node's error codes of a disk that accepts no more data. */
const codes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether an error means that the disk accepts no more data. */
export const isDiskFull = (error: unknown): boolean =>
  codes.has(String((error as NodeJS.ErrnoException).code));
