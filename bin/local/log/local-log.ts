import { styleText } from 'node:util';
import { lineForPerson } from './line-for-person.ts';
import { requestLines, type LogLine } from './request-lines.ts';

/** The object on a line of a function; undefined for any other text. */
function objectOn(line: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The log of `npm start`: a line for each request and for each run of a schedule, coloured for a person at a terminal
 * (not under NO_COLOR), otherwise JSON. `takeConsole` makes functions write to it, as Lambda does with its own.
 */
export function localLog(stream: NodeJS.WriteStream) {
  const paint: typeof styleText = (style, text) => styleText(style, text, { stream });
  const write = (line: LogLine) =>
    void stream.write(`${stream.isTTY ? lineForPerson(line, paint) : JSON.stringify(line)}\n`);
  const { arrived, written } = requestLines(write, () => new Date());
  return {
    arrived,
    takeConsole: (): void => {
      // oxlint-disable-next-line no-console -- functions write their log to the console
      console.log = (text: unknown) => {
        const fields = objectOn(String(text));
        if (fields) written(fields);
        else stream.write(`${String(text)}\n`);
      };
    },
  };
}
