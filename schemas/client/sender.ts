import { answerOf, type Answer } from './answer.ts';
import { ConnectionError } from './connection-error.ts';
import { ProblemError } from './problem-error.ts';
import type { ClientRequest } from './request.ts';
import { wait, waitAfter } from './retries.ts';

const NOT_MODIFIED = 304;

export type Send = (request: ClientRequest, signal: AbortSignal | undefined) => Promise<Answer<unknown>>;

/**
 * Sends requests, each up to `attempts` times while waiting can help.
 * @throws ProblemError, ConnectionError, or the reason of the signal.
 */
export function sender(fetch: typeof globalThis.fetch, attempts: number): Send {
  async function once({ url, ...init }: ClientRequest, signal: AbortSignal | undefined) {
    let response: Response;
    let text: string;
    let body: unknown;
    try {
      response = await fetch(url, { ...init, ...(signal && { signal }) });
      text = await response.text();
      // A success that is cut short or another's page is no answer of the service.
      if (response.ok && text !== '') body = JSON.parse(text);
    } catch (cause) {
      signal?.throwIfAborted();
      throw new ConnectionError(url, cause);
    }
    if (!response.ok && response.status !== NOT_MODIFIED) throw new ProblemError(response, text);
    return answerOf(response, body);
  }

  return async (request, signal) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(request, signal);
      } catch (error) {
        const milliseconds = attempt < attempts ? waitAfter(error, attempt) : undefined;
        signal?.throwIfAborted();
        if (milliseconds === undefined) throw error;
        await wait(milliseconds, signal);
      }
    }
  };
}
