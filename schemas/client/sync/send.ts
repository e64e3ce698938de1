import type { Problem } from '../openapi-types.ts';
import { ProblemError } from '../errors.ts';
import { backoff, mayPass, type Wait } from '../retries.ts';
import type { Warning } from '../answer.ts';

/** Why a job failed. A job that was not sent has only the status and the message. */
export type SyncProblem = Partial<Problem> & Pick<Problem, 'status' | 'message'>;

/** The service's result for one operation of a batch. */
export interface Result {
  status: number;
  /** The effect of the operation on the job, or in a dry run the expected one; undefined if it failed. */
  effect?: 'create' | 'update' | 'none';
  warnings?: Warning[];
  postingUrl?: string | null;
  /** The job as it would be: a dry run returns this instead of `postingUrl`. */
  job?: { postingUrl: string | null };
  problem?: SyncProblem;
  /** Seconds to wait before it is sent again. */
  retryAfter?: number;
}

/** How long a client retries without success. */
export interface Patience {
  attempts: number;
  wait: Wait;
}

/** Sends operations in one request. Returns their results, in order. */
export type Send<Operation> = (operations: Operation[]) => Promise<Result[]>;

/** The statuses of a request that is refused as a whole because of its content. */
const aboutContent: ReadonlySet<number> = new Set([400, 413]);

/** The result of a single operation whose request was refused. */
const refused = ({ status, code, title, detail, message, errors }: ProblemError): Result => ({
  status,
  problem: { status, title, detail, message, ...(code && { code }), errors: [...errors] },
});

/**
 * The results of a request. If it is refused as a whole, each half is sent separately, so that only invalid operations
 * fail.
 */
async function resultsOf<Operation>(send: Send<Operation>, operations: Operation[]): Promise<Result[]> {
  try {
    return await send(operations);
  } catch (error) {
    if (!(error instanceof ProblemError) || !aboutContent.has(error.status)) throw error;
    if (operations.length === 1) return [refused(error)];
    const middle = Math.ceil(operations.length / 2);
    const firstResults = await resultsOf(send, operations.slice(0, middle));
    return [...firstResults, ...(await resultsOf(send, operations.slice(middle)))];
  }
}

/**
 * Sends operations and retries those with a temporary failure, until `attempts` requests in a row have made no
 * progress. Every operation must be safe to repeat.
 * @throws ProblemError and ConnectionError when a request fails for a reason other than its content.
 */
export async function sendUntilFinal<Operation>(
  send: Send<Operation>,
  operations: Operation[],
  { attempts, wait, signal }: Patience & { signal: AbortSignal | undefined },
): Promise<Map<Operation, Result>> {
  const latest = new Map<Operation, Result>();
  let remaining = operations;
  for (let attempt = 1; ;) {
    const results = await resultsOf(send, remaining);
    for (const [index, result] of results.entries()) latest.set(remaining[index]!, result);
    const retryable = remaining.filter((_, index) => mayPass(results[index]!.status));
    if (retryable.length < remaining.length) attempt = 1;
    if (retryable.length === 0 || attempt === attempts) return latest;
    const retryAfterSeconds = Math.max(...results.map(({ retryAfter = 0 }) => retryAfter));
    await wait(retryAfterSeconds * 1000 + backoff(attempt), signal);
    attempt += 1;
    remaining = retryable;
  }
}
