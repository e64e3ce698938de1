import type { Violation } from '../../../schemas/problem.ts';
import { problems, type ProblemCode } from '../../../schemas/problems.ts';

interface Members {
  errors?: Violation[];
  existingJob?: { id: number };
  oldestEventId?: number;
  allow?: readonly string[];
  /** Whole seconds. */
  retryAfter?: number;
  /** The entity tag of the current version, for a request that expects another one. */
  etag?: string;
}

/** An error response: a code from the table of problems, and a sentence that says what is wrong and what is allowed. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly members: Members;

  constructor(code: ProblemCode, detail: string = `${problems[code].title}.`, members: Members = {}) {
    super(detail);
    this.code = code;
    this.members = members;
  }
}
