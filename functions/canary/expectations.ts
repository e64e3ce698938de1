import { setTimeout as delay } from 'node:timers/promises';
import { ProblemError } from '../../schemas/client/index.ts';

/** The service gave an unexpected response. */
class Mismatch extends Error {}

/** Throws unless a response is as expected. */
export function expect(isRight: boolean, shouldBe: string): asserts isRight {
  if (!isRight) throw new Mismatch(shouldBe);
}

/** The problem of a refused call. Throws when the call succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<ProblemError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Mismatch('A request that should be refused was accepted.');
}

/** The time between two checks, in milliseconds. */
const PAUSE_MILLIS = 250;

/** Repeats a check until it passes, for as long as lists and pages may lag. Throws when the check still fails. */
export async function eventually(
  look: () => Promise<boolean>,
  shouldBe: string,
  { lag, signal }: { lag: number; signal: AbortSignal },
): Promise<void> {
  const deadline = performance.now() + lag;
  while (!(await look())) {
    expect(performance.now() < deadline, shouldBe);
    await delay(PAUSE_MILLIS, undefined, { signal });
  }
}

/** A sentence with the cause of a failed step, and with the id of the request if there is one. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ProblemError)) return error instanceof Error ? error.message : String(error);
  const { status, code = 'no problem document', detail, requestId } = error;
  return `${status} ${code}: ${detail}${requestId === undefined ? '' : ` (request ${requestId})`}`;
}
