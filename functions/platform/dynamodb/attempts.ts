import { setTimeout as delay } from 'node:timers/promises';
import { Refusal, StoreUnavailable, type Outcome } from '../errors.ts';
import { isItemTooLarge, outcomeOfTemporaryFailure } from './failures.ts';

/** The maximum pause before the n-th retry with full jitter, in milliseconds. */
const longestPause = (retry: number) => Math.min(1_000, 25 * 2 ** retry);

/** No retry starts when a request has less time left than this, in milliseconds. */
const MIN_RETRY_MILLIS = 1_500;

/** The refusal of an item that is larger than DynamoDB allows. */
export const itemTooLarge = () =>
  new Refusal(
    'content_too_large',
    'All fields together may be at most 400 KB: they are too large to be stored.',
  );

/**
 * The retries of one request: of single calls to DynamoDB, and of work that takes several calls. Pauses with full
 * jitter while there is time left; then throws StoreUnavailable, which says whether a write happened.
 *
 * A write that lost its response is unresolved: it may have been applied, or may still be. It is resolved
 * - when the write is retried and gets a response: each write is idempotent, or DynamoDB knows its token;
 * - when the store finds its own write on the job (`job-store.ts`), or prevents it from ever being applied
 *   (`job-creation.ts`), and calls `markWritesResolved`.
 *
 * Until then no failure may claim that no data changed, and no refusal is final: this request may itself have created
 * the job that conflicts.
 */
export function attempts(remainingMillis: () => number) {
  /** The writes that lost a response and have not received one since. */
  const unresolved = new Set<() => Promise<unknown>>();

  const hasUnresolvedWrite = () => unresolved.size > 0;

  const outcome = (): Outcome => (hasUnresolvedWrite() ? 'unknown' : 'not-applied');

  async function repeat<Output>(attempt: () => Promise<Output>, kind: 'read' | 'write'): Promise<Output> {
    for (let retry = 0; ; retry += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (isItemTooLarge(error)) throw itemTooLarge();
        const failure = outcomeOfTemporaryFailure(error);
        if (!failure) throw error;
        if (kind === 'write' && failure === 'unknown') unresolved.add(attempt);
        const pause = Math.random() * longestPause(retry);
        if (remainingMillis() - pause < MIN_RETRY_MILLIS) throw new StoreUnavailable(outcome(), error);
        await delay(pause);
      }
    }
  }

  /** Repeats the work while its failure may be temporary, for example when another writer was first (LostRace). */
  const retry = <Output>(work: () => Promise<Output>): Promise<Output> => repeat(work, 'read');

  return {
    /** Repeats one call until it gets a response. */
    callWithRetry: async <Output>(kind: 'read' | 'write', send: () => Promise<Output>): Promise<Output> => {
      const output = await repeat(send, kind);
      unresolved.delete(send);
      return output;
    },

    retry,

    /**
     * Repeats the work until its result is final. Throws StoreUnavailable instead of a refusal while a write is
     * unresolved.
     */
    retryUntilDefinite: async <Output>(work: () => Promise<Output>): Promise<Output> => {
      try {
        return await retry(work);
      } catch (error) {
        if (error instanceof Refusal && hasUnresolvedWrite()) throw new StoreUnavailable('unknown', error);
        throw error;
      }
    },

    hasUnresolvedWrite,

    /** Call this once every write that lost its response was found or prevented. */
    markWritesResolved: () => unresolved.clear(),
  };
}
