import { styleText } from 'node:util';
import { describe } from '../../../functions/platform/log.ts';
import { lineForPerson, type LogLine } from './line-for-person.ts';

/** Parses a function's log line as a JSON object; undefined for any other text. */
function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The log of `npm start`: a line for each request and for each run of a schedule, coloured on a terminal (not under
 * NO_COLOR), otherwise JSON. Adds the time to the lines of functions, and the method and path of their request. Writes
 * a line for a request that no function has logged.
 */
export function localLog(stream: NodeJS.WriteStream) {
  const paint: typeof styleText = (style, text) => styleText(style, text, { stream });
  const openRequests = new Map<string, { method: string; path: string; isLogged: boolean }>();
  const write = (fields: Record<string, unknown>) => {
    const line: LogLine = { time: new Date().toISOString(), level: 'INFO', ...fields };
    stream.write(`${stream.isTTY ? lineForPerson(line, paint) : JSON.stringify(line)}\n`);
  };
  const line = (text: string): void => {
    const fields = parseObject(text);
    const request = openRequests.get(String(fields?.['requestId']));
    if (request) request.isLogged = true;
    if (!fields) stream.write(`${text}\n`);
    else write({ ...(request && { method: request.method, path: request.path }), ...fields });
  };
  return {
    /**
     * Called for each request; the returned function is called with the status of its response, and the error if the
     * gateway had to respond itself.
     */
    onRequest: ({ requestId, method, path }: Record<'requestId' | 'method' | 'path', string>) => {
      const began = performance.now();
      const request = { method, path, isLogged: false };
      openRequests.set(requestId, request);
      return ({ status, error }: { status: number; error?: unknown }): void => {
        openRequests.delete(requestId);
        if (request.isLogged) return;
        write({
          level: status >= 500 ? 'ERROR' : 'INFO',
          method,
          path,
          requestId,
          status,
          milliseconds: Math.round(performance.now() - began),
          ...(error !== undefined && { error: describe(error) }),
        });
      };
    },
    /** Redirects the console to this log, because functions write their log lines there. */
    takeConsole: (): void => {
      // oxlint-disable-next-line no-console -- functions write their log to the console
      console.log = (text: unknown) => line(String(text));
    },
    line,
  };
}
