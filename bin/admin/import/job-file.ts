import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { Failure } from '../failures.ts';
import { csvJobs } from './csv-jobs.ts';
import { jsonLinesJobs } from './json-lines-jobs.ts';

/** A job of a file. It may be anything: the service says what is wrong with it. */
export interface FileJob {
  line: number;
  job: unknown;
}

/** Reports a line without a job. */
export type Refuse = (line: number, message: string) => void;

/** How a file is read, by its extension. */
const readers: Readonly<
  Record<string, (text: AsyncIterable<string>, refuse: Refuse) => AsyncIterable<FileJob>>
> = { '.csv': csvJobs, '.jsonl': jsonLinesJobs };

const readerOf = (path: string) => readers[extname(path).toLowerCase()];

/** Whether a file has a name that can be imported. */
export const isJobFile = (path: string): boolean => readerOf(path) !== undefined;

async function* textOf(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    const isDecoding = (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
    throw isDecoding ? new Failure(`${path} is not in UTF-8.`) : error;
  }
}

/**
 * Opens a file of jobs. `jobs` reads it piece by piece, `part` says how much of it is read, from 0 to 1, and `close` ends
 * the reading. Throws Failure when it cannot be read.
 */
export async function openJobFile(path: string, refuse: Refuse) {
  const read = readerOf(path);
  if (!read) throw new Failure(`${path} must end in ${Object.keys(readers).join(' or ')}.`);
  const file = await open(path).catch((error: Error) => {
    throw new Failure(`${path} cannot be read: ${error.message}`);
  });
  const { size } = await file.stat();
  const stream = file.createReadStream();
  return {
    jobs: read(textOf(path, stream), refuse),
    part: () => (size === 0 ? 1 : stream.bytesRead / size),
    close: () => stream.destroy(),
  };
}
