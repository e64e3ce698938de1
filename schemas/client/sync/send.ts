import type { Problem } from '../openapi-types.ts';
import { ProblemError } from '../problem-error.ts';
import { backoff, mayPass, type Wait } from '../retries.ts';
import type { Warning } from '../warnings.ts';

/** Why a job failed. A job that was not sent has only the status and the message. */
export type SyncProblem = Partial<Problem> & Pick<Problem, 'status' | 'message'>;

/** What the service says about one operation of a batch. */
export interface Result {
  status: number;
  /** What the operation did to the job, or would do; undefined if it failed. */
  effect?: 'create' | 'update' | 'none';
  warnings?: Warning[];
  postingUrl?: string | null;
  /** What a dry run says in place of `postingUrl`: the job as it would be. */
  job?: { postingUrl: string | null };
  problem?: SyncProblem;
  /** Seconds to wait before it is sent again. */
  retryAfter?: number;
}

/** How long a client goes on without success. */
export interface Patience {
  attempts: number;
  wait: Wait;
}

/** Sends operations in one request. Returns their results, in order. */
export type Send<Operation> = (operations: Operation[]) => Promise<Result[]>;

/** The statuses with which a request is refused as a whole because of what is in it. */
const aboutContent: ReadonlySet<number> = new Set([400, 413]);

/** The result of an operation that was refused when it was sent alone. */
const refused = ({ status, code, title, detail, message, errors }: ProblemError): Result => ({
  status,
  problem: { status, title, detail, message, ...(code && { code }), errors: [...errors] },
});

/** The results of a request. If it is refused as a whole, its halves are sent, so that only what is wrong fails. */
async function resultsOf<Operation>(send: Send<Operation>, operations: Operation[]): Promise<Result[]> {
  try {
    return await send(operations);
  } catch (error) {
    if (!(error instanceof ProblemError) || !aboutContent.has(error.status)) throw error;
    if (operations.length === 1) return [refused(error)];
    const middle = Math.ceil(operations.length / 2);
    const first = await resultsOf(send, operations.slice(0, middle));
    return [...first, ...(await resultsOf(send, operations.slice(middle)))];
  }
}

/**
 * Sends operations, and sends those again that failed for the moment, until `attempts` requests in a row achieved
 * nothing. Every operation must be safe to repeat.
 * @throws ProblemError and ConnectionError when a request fails for another reason than what is in it.
 */
export async function sendUntilFinal<Operation>(
  send: Send<Operation>,
  operations: Operation[],
  { attempts, wait, signal }: Patience & { signal: AbortSignal | undefined },
): Promise<Map<Operation, Result>> {
  const latest = new Map<Operation, Result>();
  let left = operations;
  for (let attempt = 1; ;) {
    const results = await resultsOf(send, left);
    for (const [index, result] of results.entries()) latest.set(left[index]!, result);
    const again = left.filter((_, index) => mayPass(results[index]!.status));
    if (again.length < left.length) attempt = 1;
    if (again.length === 0 || attempt === attempts) return latest;
    const asked = Math.max(...results.map(({ retryAfter = 0 }) => retryAfter));
    await wait(asked * 1000 + backoff(attempt), signal);
    attempt += 1;
    left = again;
  }
}
