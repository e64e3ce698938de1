import type { Violation } from '../../schemas/problem.ts';
import { problems, type ProblemCode } from '../../schemas/problems.ts';

/** What a problem document and its headers say besides the code and the sentence. */
interface ProblemDetails {
  errors?: readonly Violation[];
  /** ProblemDetails of the document that only this kind of problem has. */
  extensions?: Readonly<Record<string, unknown>>;
  /** ProblemDetails that name a resource. The response has its URL instead of its path, which is that of an operation. */
  resources?: Readonly<Record<string, { id: number; path: string }>>;
  allow?: readonly string[];
  /** Whole seconds. */
  retryAfter?: number;
  /** The entity tag of the current version, for a request that expects another one. */
  etag?: string;
}

/** An error response: a code from the table of problems, and a sentence that says what is wrong and what is allowed. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly members: ProblemDetails;

  constructor(code: ProblemCode, detail: string = `${problems[code].title}.`, members: ProblemDetails = {}) {
    super(detail);
    this.code = code;
    this.members = members;
  }
}

/** What was asked for has another address by now: another id, or the address of the site. */
export class Moved extends Error {
  override readonly name = 'Moved';
  /** The parameter of its path. */
  readonly id: string;

  constructor(id: string) {
    super();
    this.id = id;
  }
}

/** Whether a failed write may have been applied. */
export type Outcome = 'not-applied' | 'unknown';

/** The store did not respond before the deadline of the request. */
export class StoreUnavailable extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome, cause: unknown) {
    super('The store did not respond in time.', { cause });
    this.outcome = outcome;
  }
}
