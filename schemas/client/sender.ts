import { ConnectionError, ProblemError } from './errors.ts';
import type { ClientRequest } from './request.ts';
import { isRefused, retriable, waitAfter, type PassingError, type Wait } from './retries.ts';
import type { Throttle } from './throttle.ts';

const FIRST_ERROR = 400;

/** Details of a retry, for the client's `onRetry`. */
export interface Retry {
  /** The reason for the retry. It contains the method and the URL. */
  error: PassingError;
  /** The number of attempts so far. */
  attempt: number;
  /** Milliseconds until the next attempt. */
  wait: number;
}

/** The dependencies of a sender. */
export interface Sending {
  fetch: typeof globalThis.fetch;
  /** The timeout of one attempt, in milliseconds. */
  timeout: number;
  onRetry: ((retry: Retry) => void) | undefined;
  wait: Wait;
  throttle: Throttle;
}

/** The limits of the attempts at a request. */
interface Until {
  /** The maximum number of attempts. */
  attempts: number;
  signal: AbortSignal | undefined;
}

/** A successful response, or a redirect. */
interface Answer {
  response: Response;
  /** The parsed JSON body; undefined without a body. */
  body: unknown;
}

/** Sends a request. */
export type Send = (request: ClientRequest, until: Until) => Promise<Answer>;

/** A signal that aborts after a time, or together with a given signal. `end` stops the timer. */
function deadlineOf(milliseconds: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const expire = () => controller.abort(new Error(`nothing came within ${milliseconds / 1000} seconds`));
  const follow = () => controller.abort(signal?.reason);
  const timer = setTimeout(expire, milliseconds);
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow);
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', follow);
    },
  };
}

/** The body of a successful response. Throws when it is not a JSON object and so cannot come from the service. */
function bodyOf(text: string, headers: Headers): unknown {
  if (text === '') return undefined;
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null) return body;
  } catch {
    // The body is truncated, or is a page of another server.
  }
  const type = headers.get('content-type') ?? 'of no type';
  throw new Error(`the response is not JSON of the service (${type}). Is url right?`);
}

/**
 * Sends requests when the throttle allows it, each up to `attempts` times if a retry can help.
 * @throws ProblemError, ConnectionError, or the reason of the signal.
 */
export function sender({ fetch, timeout, onRetry, wait, throttle }: Sending): Send {
  async function once(request: ClientRequest, signal: AbortSignal | undefined) {
    const { url, notRepeatable: _, ...init } = request;
    const deadline = deadlineOf(timeout, signal);
    let response: Response;
    let text: string;
    let body: unknown;
    try {
      // Redirects are returned to the caller: if fetch followed one, it would send the API key to another host.
      response = await fetch(url, { ...(init as RequestInit), redirect: 'manual', signal: deadline.signal });
      throttle.heed(response.headers);
      text = await response.text();
      if (response.ok) body = bodyOf(text, response.headers);
    } catch (cause) {
      signal?.throwIfAborted();
      throw new ConnectionError(request, cause);
    } finally {
      deadline.end();
    }
    if (response.status >= FIRST_ERROR) throw new ProblemError(request, response, text);
    return { response, body };
  }

  /** A response, or the milliseconds to wait before the next attempt. */
  async function tryOnce(request: ClientRequest, { attempts, signal }: Until, attempt: number) {
    await throttle.enter(signal);
    try {
      return await once(request, signal);
    } catch (thrown) {
      signal?.throwIfAborted();
      const error = retriable(thrown, request);
      const milliseconds = error && waitAfter(error, attempt, attempts);
      if (error === undefined || milliseconds === undefined) throw thrown;
      onRetry?.({ error, attempt, wait: milliseconds });
      if (!isRefused(error)) return milliseconds;
      // Pauses the client before the slot becomes free; otherwise the next call would also be refused.
      throttle.pause(milliseconds);
      return 0;
    } finally {
      throttle.leave();
    }
  }

  return async (request, until) => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await tryOnce(request, until, attempt);
      if (typeof outcome === 'object') return outcome;
      if (outcome > 0) await wait(outcome, until.signal);
    }
  };
}
