import { answerOf, type Answer } from './answer.ts';
import { ConnectionError } from './connection-error.ts';
import { ProblemError } from './problem-error.ts';
import type { ClientRequest } from './request.ts';
import { isRefused, wait, waitAfter } from './retries.ts';
import type { Throttle } from './throttle.ts';

const FIRST_ERROR = 400;

export type Send = (request: ClientRequest, signal: AbortSignal | undefined) => Promise<Answer<unknown>>;

/**
 * Sends requests when the throttle allows it, each up to `attempts` times if a retry can help.
 * @throws ProblemError, ConnectionError, or the reason of the signal.
 */
export function sender(fetch: typeof globalThis.fetch, attempts: number, throttle: Throttle): Send {
  async function once({ url, ...init }: ClientRequest, signal: AbortSignal | undefined) {
    let response: Response;
    let text: string;
    let body: unknown;
    try {
      // A redirect is handed to the caller: followed by fetch, it would carry the API key to another host.
      response = await fetch(url, { ...init, redirect: 'manual', ...(signal && { signal }) });
      throttle.heed(response.headers);
      text = await response.text();
      // A success whose body is cut off or is not JSON did not come from the service.
      if (response.ok && text !== '') body = JSON.parse(text);
    } catch (cause) {
      signal?.throwIfAborted();
      throw new ConnectionError(url, cause);
    }
    if (response.status >= FIRST_ERROR) throw new ProblemError(response, text);
    return answerOf(response, body);
  }

  /** A response, or the milliseconds to wait before the next attempt. */
  async function tryOnce(request: ClientRequest, signal: AbortSignal | undefined, attempt: number) {
    await throttle.enter(signal);
    try {
      return await once(request, signal);
    } catch (error) {
      signal?.throwIfAborted();
      const milliseconds = attempt < attempts ? waitAfter(error, attempt) : undefined;
      if (milliseconds === undefined) throw error;
      if (!isRefused(error)) return milliseconds;
      // Before the slot is free, or the next call would be refused too.
      throttle.pause(milliseconds);
      return 0;
    } finally {
      throttle.leave();
    }
  }

  return async (request, signal) => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await tryOnce(request, signal, attempt);
      if (typeof outcome === 'object') return outcome;
      if (outcome > 0) await wait(outcome, signal);
    }
  };
}
