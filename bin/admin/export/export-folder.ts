import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PART_ENDING, putWhole } from '../../../functions/platform/files/put-whole.ts';
import { Failure } from '../failures.ts';

/** Says whose export it is and what it holds. It is written first without that, and last with it. */
const CONTENTS = 'contents.json';

const FILES = 'files';

/** Where the files of applications are named in the lines of an export. */
export const pathOfFile = (name: string): string => `${FILES}/${name}`;

const jsonOf = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

async function* linesOf(records: AsyncIterable<object>, counted: () => void) {
  for await (const record of records) {
    counted();
    yield `${JSON.stringify(record)}\n`;
  }
}

/** The names in a folder; none if it does not exist. */
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

/**
 * The folder of an employer's export. A file has its name once all of it is written, so that an export that broke off can
 * be repeated in the same folder. Throws Failure when the folder holds anything else.
 */
export async function exportFolder(folder: string, employerId: number) {
  const pathOf = (name: string) => join(folder, name);
  const put = (name: string, bytes: Uint8Array) => putWhole(pathOf(name), bytes);
  const putContents = (facts: object) =>
    put(CONTENTS, jsonOf({ employer: employerId, isComplete: false, ...facts }));

  const names = await namesIn(folder);
  if (names.length > 0) {
    const known = await readFile(pathOf(CONTENTS), 'utf8').catch(() => '{}');
    const { employer } = JSON.parse(known) as { employer?: number };
    if (employer !== employerId) {
      throw new Failure(`${folder} holds something else: name an empty folder, or one that does not exist.`);
    }
  }
  await putContents({});

  return {
    put: (name: string, value: object) => put(name, jsonOf(value)),
    putBytes: put,

    /** Writes records as JSON, one on a line. Returns how many there were. */
    putLines: async (name: string, records: AsyncIterable<object>): Promise<number> => {
      let count = 0;
      const part = `${pathOf(name)}${PART_ENDING}`;
      const lines = linesOf(records, () => {
        count += 1;
      });
      await pipeline(Readable.from(lines), createWriteStream(part, { flush: true }));
      await rename(part, pathOf(name));
      return count;
    },

    /** The files of applications that an earlier run has left there. */
    filesThere: async (): Promise<Set<string>> => {
      await mkdir(pathOf(FILES), { recursive: true });
      return new Set(await namesIn(pathOf(FILES)));
    },

    removeFile: (name: string) => rm(pathOf(pathOfFile(name)), { force: true }),

    complete: (facts: object) => putContents({ ...facts, isComplete: true }),
  };
}
