import type { ClientRequest } from './request.ts';
import type { Problem, Violation } from './openapi-types.ts';

/** Explanations of the error codes of a failed connection. */
const meanings: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there. Is the service running, and is url right?',
  ENOTFOUND: 'there is no host of this name. Is url right?',
};

/** The root cause of an error: fetch hides it in `cause`. */
function reasonOf(error: unknown): string {
  const { message = String(error), code = '', cause } = Object(error) as Partial<Error> & { code?: string };
  return meanings[code] ?? (cause === undefined ? message : reasonOf(cause));
}

/** The client got no usable response. `cause` is the error of fetch, or the reason why the body could not be read. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly method: string;
  readonly url: string;

  constructor({ method, url }: Pick<ClientRequest, 'method' | 'url'>, cause: unknown) {
    super(`No response to ${method} ${url}: ${reasonOf(cause)}`, { cause });
    this.method = method;
    this.url = url;
  }
}

export type ProblemCode = Problem['code'];

/** Seconds to wait. The header contains a number of seconds or a date (RFC 9110, section 10.2.3). */
function toUnixSeconds(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.max(0, (Date.parse(retryAfter) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : seconds;
}

/** The problem in the text of a response. A gateway's own error is not a problem document, and may not be JSON. */
function problemIn(text: string): Partial<Problem> {
  try {
    return Object(JSON.parse(text)) as Partial<Problem>;
  } catch {
    return {};
  }
}

const NOT_FOUND = 404;

/** Whether the service has no such path, rather than no such record. */
const isUnknownPath = (status: number, code: ProblemCode | undefined): boolean =>
  code === 'path_not_found' || (status === NOT_FOUND && code === undefined);

/** An error response (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** The error code; undefined if the response came from a gateway or proxy, not from the service. */
  readonly code: ProblemCode | undefined;
  /** The path of the page that explains this kind of error. */
  readonly type: string | undefined;
  /** The kind of error in a few words. */
  readonly title: string;
  /** The rule that this request breaks, and the values that are allowed. */
  readonly detail: string;
  /** Every rule that the request breaks. */
  readonly errors: readonly Violation[];
  /** The id of the request, for when you ask for help. */
  readonly requestId: string | undefined;
  /** The job that already has the referenceId. */
  readonly existingJob: Problem['existingJob'];
  /** The id of the oldest stored event. */
  readonly oldestEventId: Problem['oldestEventId'];
  /** Whether the change was made: not-applied means no, unknown means maybe. */
  readonly outcome: Problem['outcome'];
  /** Seconds to wait before you repeat the request. */
  readonly retryAfter: number | undefined;
  readonly headers: Headers;

  constructor(
    { method, url }: Pick<ClientRequest, 'method' | 'url'>,
    { status, statusText, headers }: Response,
    text: string,
  ) {
    const problem = problemIn(text);
    const title = problem.title ?? (statusText || `Status ${status}`);
    const detail = problem.detail ?? problem.message ?? title;
    super(
      isUnknownPath(status, problem.code)
        ? `${detail} The request was ${method} ${url}: is the url of the client right?`
        : detail,
    );
    this.method = method;
    this.url = url;
    this.status = status;
    this.code = problem.code;
    this.type = problem.type;
    this.title = title;
    this.detail = detail;
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId ?? headers.get('apigw-requestid') ?? undefined;
    this.existingJob = problem.existingJob;
    this.oldestEventId = problem.oldestEventId;
    this.outcome = problem.outcome;
    this.retryAfter = toUnixSeconds(headers.get('retry-after'));
    this.headers = headers;
  }
}
