import { setTimeout as delay } from 'node:timers/promises';
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { Refusal, StoreUnavailable, type Outcome } from '../errors.ts';

/** The work must be repeated: another writer was first, or DynamoDB processed nothing. */
export class LostRace extends Error {
  override readonly name = 'LostRace';
}

/** A write that made DynamoDB cancel its transaction: its name, and DynamoDB's code and message. */
interface RefusedWrite {
  write: string;
  code: string;
  sentence: string | undefined;
}

/** A transaction that DynamoDB cancelled, with the writes it refused. */
class TransactionCancelled extends Error {
  override readonly name = 'TransactionCancelled';
  readonly refused: readonly RefusedWrite[];

  constructor(refused: readonly RefusedWrite[], cause: unknown) {
    super(`DynamoDB refused ${refused.map(({ write, code }) => `${write} (${code})`).join(', ')}.`, {
      cause,
    });
    this.refused = refused;
  }
}

/** Names the writes that DynamoDB refused by their positions in a transaction. Other errors pass through. */
export const withWriteNames =
  (names: readonly string[]) =>
  (error: unknown): never => {
    if (!(error instanceof TransactionCanceledException) || !error.CancellationReasons) throw error;
    const refused = error.CancellationReasons.flatMap(({ Code: code = 'None', Message: sentence }, index) =>
      code === 'None' ? [] : [{ write: names[index] ?? '', code, sentence }],
    );
    throw new TransactionCancelled(refused, error);
  };

/** Whether a write may have been applied, by the name or code of a temporary error. */
const outcomes: Record<string, Outcome> = {
  ThrottlingException: 'not-applied',
  ThrottlingError: 'not-applied',
  ProvisionedThroughputExceededException: 'not-applied',
  ProvisionedThroughputExceeded: 'not-applied',
  RequestLimitExceeded: 'not-applied',
  TransactionConflictException: 'not-applied',
  TransactionConflict: 'not-applied',
  ECONNREFUSED: 'not-applied',
  LostRace: 'not-applied',
  TransactionInProgressException: 'unknown',
  InternalServerError: 'unknown',
  InternalFailure: 'unknown',
  ServiceUnavailable: 'unknown',
  TimeoutError: 'unknown',
  AbortError: 'unknown',
  RequestTimeout: 'unknown',
  ECONNRESET: 'unknown',
  EPIPE: 'unknown',
  ETIMEDOUT: 'unknown',
  EHOSTUNREACH: 'unknown',
  ENETUNREACH: 'unknown',
  ENETDOWN: 'unknown',
  EPROTO: 'unknown',
};

/** The system calls in which a request fails before it is sent: the name lookup and the connection. */
const callsBeforeSending = new Set<unknown>(['getaddrinfo', 'connect']);

/** Node's codes for a rejected certificate, which ends the connection before anything is sent. */
const certificateRefused = /^(?:CERT_|ERR_TLS_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;

/** The common fields of errors of the SDK, Node's sockets and this store. */
interface Described {
  name?: unknown;
  code?: unknown;
  message?: unknown;
  syscall?: unknown;
  /** One error per address, when a name has several and all refused the connection. */
  errors?: unknown;
  $metadata?: { httpStatusCode?: number };
}

const described = (error: unknown): Described => (typeof error === 'object' && error !== null ? error : {});

function outcomeByName(error: unknown): Outcome | undefined {
  const { name, code, syscall, errors, $metadata: { httpStatusCode = 0 } = {} } = described(error);
  if (Array.isArray(errors) && errors.length > 0) return outcomeByName(errors[0]);
  if (callsBeforeSending.has(syscall) || certificateRefused.test(String(code))) return 'not-applied';
  return outcomes[String(name)] ?? outcomes[String(code)] ?? (httpStatusCode >= 500 ? 'unknown' : undefined);
}

const refusedWrites = (error: unknown): readonly RefusedWrite[] =>
  error instanceof TransactionCancelled ? error.refused : [];

/**
 * Whether the write of a temporary failure (throttling, conflict, lost connection) may have been applied; undefined
 * when the failure is final.
 */
function outcomeOfTemporaryFailure(error: unknown): Outcome | undefined {
  const refused = refusedWrites(error);
  if (refused.length === 0) return outcomeByName(error);
  return refused.every(({ code }) => outcomes[code] === 'not-applied') ? 'not-applied' : undefined;
}

/** The embedded engine on a full disk. It has applied nothing, and a retry would not change that. */
const diskFull = /disk I\/O error|disk is full/i;

const itemSize = /item size.*exceeded/i;

/** Whether DynamoDB refused an item, alone or in a transaction, because it is larger than 400 KB. */
const isItemTooLarge = (error: unknown): boolean =>
  [described(error).message, ...refusedWrites(error).map(({ sentence }) => sentence)].some((text) =>
    itemSize.test(String(text)),
  );

const hasRefused = (error: unknown, names: readonly string[], reason: string) =>
  refusedWrites(error).some(({ write, code }) => names.includes(write) && code === reason);

/** Whether another transaction was working on the item of the named write. */
export const conflictedOn = (error: unknown, name: string): boolean =>
  hasRefused(error, [name], 'TransactionConflict');

/** Whether a condition failed: of a single write, or of a named write in a transaction. */
export const refusedBy = (error: unknown, ...names: string[]): boolean =>
  error instanceof ConditionalCheckFailedException || hasRefused(error, names, 'ConditionalCheckFailed');

/** The result of a write; undefined when its condition failed. Other errors pass through. */
export const unlessConditionFails = <Value>(write: Promise<Value>): Promise<Value | undefined> =>
  write.catch((error: unknown) => {
    if (!refusedBy(error)) throw error;
    return undefined;
  });

/** Whether a write was applied; false when its condition failed. Other errors pass through. */
export const isWritten = async (write: Promise<unknown>): Promise<boolean> =>
  (await unlessConditionFails(write.then(() => true))) ?? false;

/** Converts a failed condition of a named write to a LostRace. Other errors pass through. */
export const toLostRace =
  (...names: string[]) =>
  (error: unknown): never => {
    throw refusedBy(error, ...names) ? new LostRace() : error;
  };

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
        if (diskFull.test(String(described(error).message))) throw new StoreUnavailable(outcome(), error);
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
