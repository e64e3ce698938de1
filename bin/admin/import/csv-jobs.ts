import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { Failure } from '../failures.ts';
import { columns, jobIn } from './columns.ts';
import type { FileJob, Refuse } from './job-reader.ts';

/** Checks the header row. Throws Failure when a column is unknown or repeated, or when there is no referenceId. */
function checked(names: string[]): string[] {
  const known = [...columns.keys()].join(', ');
  const unknown = names.filter((name) => !columns.has(name));
  if (unknown.length > 0) throw new Failure(`Unknown columns: ${unknown.join(', ')}. There are: ${known}.`);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  if (repeated.length > 0) throw new Failure(`Repeated columns: ${repeated.join(', ')}.`);
  const part = names.find((name) => names.some((whole) => name.startsWith(`${whole}.`)));
  if (part !== undefined) throw new Failure(`The column ${part.replace(/\..*/, '')} excludes ${part}.`);
  if (!names.includes('referenceId')) throw new Failure('The first row must name the column referenceId.');
  return names;
}

/** Reads the jobs of a CSV file (RFC 4180) with a header row. `line` is the last line of a row. */
export async function* csvJobs(text: AsyncIterable<string>, refuse: Refuse): AsyncGenerator<FileJob> {
  const parser = parse({
    columns: checked,
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
  for await (const { record, info } of parser) yield { line: info.lines, job: jobIn(record) };
}
