import { describe } from '../../../functions/platform/log-line.ts';

/** A line of the log: when, what, and whatever else is known. */
export interface LogLine {
  time: string;
  level: string;
  method?: string;
  path?: string;
  status?: number;
  milliseconds?: number;
  [field: string]: unknown;
}

/** A request that has arrived. */
interface Arrived {
  requestId: string;
  method: string;
  path: string;
}

/** What a request was responded with, and the error if the gateway had to respond itself. */
export interface Responded {
  status: number;
  error?: unknown;
}

/**
 * Adds to the lines of functions when they were written, and the method and path of their request. Requests that no
 * function has a line for get one, so that there is one for each.
 */
export function requestLines(write: (line: LogLine) => void, now: () => Date) {
  const open = new Map<string, { method: string; path: string; isLogged: boolean }>();
  return {
    /** Takes a line of a function. */
    written: (fields: Record<string, unknown>): void => {
      const request = open.get(String(fields['requestId']));
      if (request) request.isLogged = true;
      write({
        time: now().toISOString(),
        level: 'INFO',
        ...(request && { method: request.method, path: request.path }),
        ...fields,
      });
    },
    /** Takes a request that has arrived; what it returns takes the response. */
    arrived: ({ requestId, method, path }: Arrived) => {
      const began = performance.now();
      const request = { method, path, isLogged: false };
      open.set(requestId, request);
      return ({ status, error }: Responded): void => {
        open.delete(requestId);
        if (request.isLogged) return;
        write({
          time: now().toISOString(),
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
  };
}
