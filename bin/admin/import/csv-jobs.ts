import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { Failure } from '../failures.ts';
import { columns, toJob } from './columns.ts';
import type { FileJob, Refuse } from './job-reader.ts';

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
export async function* csvJobs(text: AsyncIterable<string>, refuse: Refuse): AsyncGenerator<FileJob> {
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
  // An error ends the parser, and so the loop below.
  pipeline(Readable.from(text), parser, () => undefined);
  for await (const { record, info } of parser) yield { line: info.lines, job: toJob(record) };
}
