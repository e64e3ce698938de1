import type { Violation } from '../../schemas/problem.ts';
import { problems, type ProblemCode } from '../../schemas/problems.ts';

/** The members of a problem document besides its code and detail, and its headers. */
interface ProblemDetails {
  errors?: readonly Violation[];
  /** Members that only problems with this code have. */
  extensions?: Readonly<Record<string, unknown>>;
  /** Members that name a resource by its id and path. The response has its URL. */
  resources?: Readonly<Record<string, { id: number; path: string }>>;
  allow?: readonly string[];
  /** The value of Retry-After, in whole seconds. */
  retryAfter?: number;
  /** The entity tag of the current version, for a request that expects another version. */
  etag?: string;
}

/** An error response: a code from the table of problems, and a sentence with the error and the allowed values. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly members: ProblemDetails;

  constructor(code: ProblemCode, detail: string = `${problems[code].title}.`, members: ProblemDetails = {}) {
    super(detail);
    this.code = code;
    this.members = members;
  }
}

/** The resource has another address now: another id, or the address of the site. */
export class Moved extends Error {
  override readonly name = 'Moved';
  /** The new id, which replaces the parameter of the path. */
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
