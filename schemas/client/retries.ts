import { ConnectionError, ProblemError } from './errors.ts';
import type { ClientRequest } from './request.ts';

/** The first and the highest limit of a wait, in milliseconds. The limit doubles with each attempt. */
const FIRST_BOUND = 2_000;
const HIGHEST_BOUND = 32_000;

/**
 * Milliseconds. With a longer Retry-After, a client with limited attempts gives up; one with unlimited attempts waits,
 * at most an hour.
 */
const LONGEST_ASKED = 60_000;
const LONGEST_WAIT = 3_600_000;

const REFUSED = 429;

/** Statuses and codes of errors that are worth a retry. */
const retriedStatuses: ReadonlySet<number> = new Set([REFUSED, 500, 502, 503, 504]);
const retriedCodes: ReadonlySet<string> = new Set(['idempotency_key_in_use']);

/** Whether a request with this status may succeed later. */
export const mayPass = (status: number): boolean => retriedStatuses.has(status);

/**
 * A random wait between half the attempt's bound and the bound, in milliseconds: clients that failed together do not
 * retry together.
 */
export const backoff = (attempt: number): number =>
  (Math.min(HIGHEST_BOUND, FIRST_BOUND * 2 ** (attempt - 1)) * (1 + Math.random())) / 2;

/** Whether the API key has reached its rate limit, which affects every call of the client. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ProblemError && error.status === REFUSED;

/** Whether the service certainly did not carry out the request. */
const isUndone = (error: ProblemError | ConnectionError): boolean =>
  isRefused(error) || (error instanceof ProblemError && error.outcome === 'not-applied');

/** An error after which the same request may succeed. */
export type PassingError = ProblemError | ConnectionError;

const isPassing = (error: unknown): error is PassingError =>
  error instanceof ProblemError
    ? mayPass(error.status) || retriedCodes.has(error.code ?? '')
    : error instanceof ConnectionError;

/** The error if a retry may help and cannot have a second effect; otherwise undefined. */
export function retriable(
  error: unknown,
  { notRepeatable }: Pick<ClientRequest, 'notRepeatable'>,
): PassingError | undefined {
  return isPassing(error) && (!notRepeatable || isUndone(error)) ? error : undefined;
}

/**
 * How long to wait before the next attempt, in milliseconds: Retry-After plus backoff. Undefined when there is no
 * further attempt.
 */
export function waitAfter(error: PassingError, attempt: number, attempts: number): number | undefined {
  const retryAfter = error instanceof ProblemError ? (error.retryAfter ?? 0) * 1000 : 0;
  const isLast = attempt >= attempts || (retryAfter > LONGEST_ASKED && attempts < Infinity);
  return isLast ? undefined : Math.min(retryAfter, LONGEST_WAIT) + backoff(attempt);
}

/** Waits a number of milliseconds. If the signal aborts, rejects with its reason. */
export type Wait = (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;

/** Waits with a timer. */
export const wait: Wait = (milliseconds, signal) =>
  abortable(signal, (done) => {
    const timer = setTimeout(done, milliseconds);
    return () => clearTimeout(timer);
  });

/**
 * Starts a callback-based task; `start` returns a function that stops it. If the signal aborts first, the task is
 * stopped and the signal's reason is thrown.
 */
export const abortable = (
  signal: AbortSignal | undefined,
  start: (done: () => void) => () => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    let stop: (() => void) | undefined;
    const abort = () => {
      stop?.();
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', abort, { once: true });
    stop = start(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
  });
