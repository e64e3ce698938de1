import type { Violation } from '../../schemas/problem.ts';
import { problems, type ProblemCode } from '../../schemas/problems.ts';

interface Members {
  errors?: Violation[];
  existingJob?: { id: number };
  allow?: readonly string[];
  /** Whole seconds. */
  retryAfter?: number;
  /** The entity tag of what stands instead of what the request expects. */
  etag?: string;
}

/** An answer that refuses: a code of the table of problems, and a sentence that says what is wrong and what is right. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly members: Members;

  constructor(code: ProblemCode, detail: string = `${problems[code].title}.`, members: Members = {}) {
    super(detail);
    this.code = code;
    this.members = members;
  }
}
