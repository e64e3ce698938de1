import type { Problem, Violation } from './openapi-types.ts';

export type ProblemCode = Problem['code'];

/** Seconds to wait: the header counts them or names an instant (RFC 9110, section 10.2.3). */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.max(0, (Date.parse(retryAfter) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : seconds;
}

/** What a gateway answers by itself is not a problem document, or not JSON at all. */
function problemIn(text: string): Partial<Problem> {
  try {
    return Object(JSON.parse(text)) as Partial<Problem>;
  } catch {
    return {};
  }
}

/** An answer that is not a success (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  /** Which problem it is; undefined when something on the way answered, not the service. */
  readonly code: ProblemCode | undefined;
  /** The address of the page about the problem. */
  readonly type: string | undefined;
  /** The problem in a few words. */
  readonly title: string;
  /** What is wrong with this request, and what would be right. */
  readonly detail: string;
  /** Every broken rule. */
  readonly errors: readonly Violation[];
  /** Names the request when you ask for help. */
  readonly requestId: string | undefined;
  /** The job that has the referenceId already. */
  readonly existingJob: Problem['existingJob'];
  /** Whether a change that failed was made. */
  readonly outcome: Problem['outcome'];
  /** Seconds to wait before the request is repeated. */
  readonly retryAfter: number | undefined;
  readonly headers: Headers;

  constructor({ status, statusText, headers }: Response, text: string) {
    const problem = problemIn(text);
    const title = problem.title ?? (statusText || `Status ${status}`);
    const detail = problem.detail ?? problem.message ?? title;
    super(detail);
    this.status = status;
    this.code = problem.code;
    this.type = problem.type;
    this.title = title;
    this.detail = detail;
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId;
    this.existingJob = problem.existingJob;
    this.outcome = problem.outcome;
    this.retryAfter = secondsOf(headers.get('retry-after'));
    this.headers = headers;
  }
}
