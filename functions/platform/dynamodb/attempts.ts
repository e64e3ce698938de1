import { setTimeout as delay } from 'node:timers/promises';
import { Refusal, StoreUnavailable, type Outcome } from '../errors.ts';
import { isItemTooLarge, passingFailure } from './failures.ts';

/** Full jitter: the longest pause before the n-th retry, in milliseconds. */
const longestPause = (retry: number) => Math.min(1_000, 25 * 2 ** retry);

/** No retry begins when a request has less time left than this, in milliseconds. */
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
 * A request is uncertain once a write has lost its response: the write may have been applied, or may still be. It is
 * certain again
 * - when that write is retried and gets a response: each write is safe to repeat, or DynamoDB knows its token;
 * - when the store finds its own write on the job (`job-change.ts`), or keeps it from ever being applied
 *   (`job-creation.ts`), and calls `markWritesResolved`.
 *
 * Until then no failure may claim that nothing was changed, and no refusal is final: the job that a new one conflicts
 * with may have been created by this very request.
 */
export function attempts(remainingMillis: () => number) {
  /** The writes that have lost a response, each until it gets one. */
  const unresolved = new Set<() => Promise<unknown>>();

  const hasUnresolvedWrite = () => unresolved.size > 0;

  const outcome = (): Outcome => (hasUnresolvedWrite() ? 'unknown' : 'not-applied');

  async function persist<Output>(attempt: () => Promise<Output>, kind: 'read' | 'write'): Promise<Output> {
    for (let retry = 0; ; retry += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (isItemTooLarge(error)) throw itemTooLarge();
        const failure = passingFailure(error);
        if (!failure) throw error;
        if (kind === 'write' && failure === 'unknown') unresolved.add(attempt);
        const pause = Math.random() * longestPause(retry);
        if (remainingMillis() - pause < MIN_RETRY_MILLIS) throw new StoreUnavailable(outcome(), error);
        await delay(pause);
      }
    }
  }

  /** Repeats the work whenever its failure may be temporary, for example when another writer was first (LostRace). */
  const retry = <Output>(work: () => Promise<Output>): Promise<Output> => persist(work, 'read');

  return {
    /** The response to one call, which is repeated until it gets one. */
    callWithRetry: async <Output>(kind: 'read' | 'write', send: () => Promise<Output>): Promise<Output> => {
      const output = await persist(send, kind);
      unresolved.delete(send);
      return output;
    },

    retry,

    /** Repeats the work until its result is final. Throws StoreUnavailable for a refusal of an uncertain request. */
    retryUntilDefinite: async <Output>(work: () => Promise<Output>): Promise<Output> => {
      try {
        return await retry(work);
      } catch (error) {
        if (error instanceof Refusal && hasUnresolvedWrite()) throw new StoreUnavailable('unknown', error);
        throw error;
      }
    },

    hasUnresolvedWrite,

    /** Call this once every write that lost its response has been recognised or prevented. */
    markWritesResolved: () => unresolved.clear(),
  };
}
