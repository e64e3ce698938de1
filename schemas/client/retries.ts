import { ConnectionError } from './connection-error.ts';
import { ProblemError } from './problem-error.ts';

/** Milliseconds: the upper bound of the wait doubles with each attempt, up to the highest. */
const FIRST_BOUND = 500;
const HIGHEST_BOUND = 8000;

/** Milliseconds: if Retry-After is longer, the caller decides what to do. */
const LONGEST_ASKED = 60_000;

const REFUSED = 429;

/** Errors worth a retry. Every request can be repeated safely, a POST because of its Idempotency-Key. */
const retriedStatuses: ReadonlySet<number> = new Set([REFUSED, 500, 502, 503, 504]);
const retriedCodes: ReadonlySet<string> = new Set(['idempotency_key_in_use']);

/**
 * How long to wait before the next attempt, in milliseconds; undefined when a retry would not help.
 * The wait is `Retry-After` plus full jitter, so that clients that failed together do not retry together.
 */
export function waitAfter(error: unknown, attempt: number): number | undefined {
  const isProblem = error instanceof ProblemError;
  const passes = isProblem
    ? retriedStatuses.has(error.status) || retriedCodes.has(error.code ?? '')
    : error instanceof ConnectionError;
  const asked = isProblem ? (error.retryAfter ?? 0) * 1000 : 0;
  const bound = Math.min(HIGHEST_BOUND, FIRST_BOUND * 2 ** (attempt - 1));
  return passes && asked <= LONGEST_ASKED ? asked + Math.random() * bound : undefined;
}

/** Whether the API key has reached its rate limit, which concerns every call of a client. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ProblemError && error.status === REFUSED;

/** Waits. If the signal aborts, rejects with its reason. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}
