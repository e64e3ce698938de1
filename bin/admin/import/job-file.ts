import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { Failure } from '../failures.ts';
import { csvJobs } from './csv-jobs.ts';
import type { FileJob, JobReader, Refuse } from './job-reader.ts';
import { jsonLinesJobs } from './json-lines-jobs.ts';

const readers: Readonly<Record<string, JobReader>> = { '.csv': csvJobs, '.jsonl': jsonLinesJobs };

const HAS_JOBS =
  'A .jsonl file has one on each line, a .csv file in each row after the names of the columns.';

const readerOf = (path: string) => readers[extname(path).toLowerCase()];

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

/** Continues after the first job, which `openJobFile` has already read. */
async function* jobsFrom(first: IteratorResult<FileJob>, rest: AsyncGenerator<FileJob>) {
  if (!first.done) yield first.value;
  yield* rest;
}

/**
 * Opens a file of jobs. `jobs` reads it as a stream, `part` returns the fraction read, from 0 to 1, and `close` ends
 * the reading. Throws Failure when the file cannot be read, or has neither a job nor a refused line.
 */
export async function openJobFile(path: string, refuse: Refuse) {
  const read = readerOf(path);
  if (!read) throw new Failure(`${path} must end in ${Object.keys(readers).join(' or ')}.`);
  const file = await open(path).catch((error: Error) => {
    throw new Failure(`${path} cannot be read: ${error.message}`);
  });
  const { size } = await file.stat();
  const stream = file.createReadStream();
  let refusedLines = 0;
  const jobs = read(textOf(path, stream), (line, message) => {
    refusedLines += 1;
    refuse(line, message);
  });
  const first = await jobs.next();
  if (first.done && refusedLines === 0) throw new Failure(`${path} has no jobs. ${HAS_JOBS}`);
  return {
    jobs: jobsFrom(first, jobs),
    part: () => (size === 0 ? 1 : stream.bytesRead / size),
    close: () => stream.destroy(),
  };
}
