import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { Failure } from '../failures.ts';
import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { columns, toJob } from './columns.ts';

/** A job of a file. It is unvalidated: the service reports its errors. */
export interface FileJob {
  line: number;
  job: unknown;
}

/** Reports a line without a job. */
type Refuse = (line: number, message: string) => void;

type JobReader = (text: AsyncIterable<string>, refuse: Refuse) => AsyncGenerator<FileJob>;

/** Checks the header row. Throws Failure when a column is unknown or repeated, or when there is no referenceId. */
function checkColumns(names: string[]): string[] {
  const columnNames = [...columns.keys()].join(', ');
  const unknown = names.filter((name) => !columns.has(name));
  if (unknown.length > 0)
    throw new Failure(`Unknown columns: ${unknown.join(', ')}. There are: ${columnNames}.`);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  if (repeated.length > 0) throw new Failure(`Repeated columns: ${repeated.join(', ')}.`);
  const nested = names.find((name) => names.some((parent) => name.startsWith(`${parent}.`)));
  if (nested !== undefined) throw new Failure(`The column ${nested.replace(/\..*/, '')} excludes ${nested}.`);
  if (!names.includes('referenceId')) throw new Failure('The first row must name the column referenceId.');
  return names;
}

/** Reads the jobs of a CSV file (RFC 4180) with a header row. `line` is the last line of a row. */
async function* csvJobs(text: AsyncIterable<string>, refuse: Refuse): AsyncGenerator<FileJob> {
  const parser = parse({
    columns: checkColumns,
    info: true,
    record_delimiter: ['\r\n', '\n'],
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      refuse(Number(error?.['lines']), error?.message ?? 'The row is not CSV.');
      return undefined;
    },
  });
  // The callback ignores errors, because an error also ends the parser and is thrown by the loop below.
  pipeline(Readable.from(text), parser, () => undefined);
  for await (const { record, info } of parser) yield { line: info.lines, job: toJob(record) };
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const part of text) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

/** Reads the jobs of a file with one JSON object on each line. Skips blank lines. */
async function* jsonLinesJobs(text: AsyncIterable<string>, refuse: Refuse): AsyncGenerator<FileJob> {
  let line = 0;
  for await (const json of linesOf(text)) {
    line += 1;
    if (json.trim() === '') continue;
    let job: unknown;
    try {
      job = JSON.parse(json);
    } catch (error) {
      refuse(line, `The line is not JSON: ${(error as Error).message}`);
      continue;
    }
    yield { line, job };
  }
}

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

/** All jobs of a file, of which `openJobFile` has already read the first. */
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
