import { createWriteStream } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PART_ENDING, writeAtomically } from '../../../functions/platform/files/folder-files.ts';
import { Failure } from '../failures.ts';

/** The manifest: the employer's id, whether the export is complete, and the number of records in it. */
const MANIFEST = 'contents.json';

/** The subfolder for résumés and logos. */
const FILES = 'files/';

/**
 * Opens the folder of an employer's export. Every write is atomic, so an interrupted export can be repeated in the same
 * folder. Throws Failure when the folder contains anything else.
 */
export async function exportFolder(folder: string, employerId: number) {
  const pathOf = (name: string) => join(folder, name);
  const put = (name: string, value: object) =>
    writeAtomically(pathOf(name), Buffer.from(`${JSON.stringify(value, null, 2)}\n`));

  const existingFiles = new Set(await readdir(folder, { recursive: true }).catch(() => []));
  const manifest = existingFiles.has(MANIFEST) ? JSON.parse(await readFile(pathOf(MANIFEST), 'utf8')) : {};
  if (existingFiles.size > 0 && manifest.employer !== employerId) {
    throw new Failure(`${folder} holds something else: name an empty folder, or one that does not exist.`);
  }
  await put(MANIFEST, { employer: employerId, isComplete: false });
  const currentFiles = new Set<string>();

  return {
    put,

    /** Writes records as JSON lines. Returns their number. */
    putLines: async (name: string, records: AsyncIterable<object>): Promise<number> => {
      let count = 0;
      async function* lines() {
        for await (const record of records) {
          count += 1;
          yield `${JSON.stringify(record)}\n`;
        }
      }
      const part = `${pathOf(name)}${PART_ENDING}`;
      await pipeline(Readable.from(lines()), createWriteStream(part, { flush: true }));
      await rename(part, pathOf(name));
      return count;
    },

    /**
     * Writes a file, unless an earlier run has written it. Returns its path in the folder; null if `read` finds no
     * file.
     */
    putFile: async (name: string, read: () => Promise<Uint8Array | undefined>): Promise<string | null> => {
      const relativePath = `${FILES}${name}`;
      const bytes = existingFiles.has(relativePath) ? undefined : await read();
      if (bytes) await writeAtomically(pathOf(relativePath), bytes);
      else if (!existingFiles.has(relativePath)) return null;
      currentFiles.add(relativePath);
      return relativePath;
    },

    /** Removes the files that only an earlier run wrote, and completes the manifest. */
    complete: async (facts: (files: number) => object): Promise<void> => {
      const stale = [...existingFiles].filter((name) => name.startsWith(FILES) && !currentFiles.has(name));
      for (const name of stale) await rm(pathOf(name));
      await put(MANIFEST, { employer: employerId, isComplete: true, ...facts(currentFiles.size) });
    },
  };
}
