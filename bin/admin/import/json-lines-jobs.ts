import type { FileJob, Refuse } from './job-reader.ts';

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
export async function* jsonLinesJobs(text: AsyncIterable<string>, refuse: Refuse): AsyncGenerator<FileJob> {
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
