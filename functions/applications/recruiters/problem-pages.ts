import { recruitingEndedPage } from '../../../pages/public/recruiting-ended.ts';
import { problemPage } from '../../../pages/public/problem.ts';
import type { ProblemCode } from '../../../schemas/problems.ts';
import type { PageRequest } from '../../http/public-page.ts';
import { ExpiredToken } from './recruiting-access.ts';

/** The text of problems for recruiters, when that for candidates would mislead. */
const problemWords: Partial<Record<ProblemCode, string>> = {
  application_not_found: 'recruiting_not_found',
  precondition_failed: 'recruiting_changed',
};

/**
 * From now on, shows problems in the words for recruiters; for an expired token, with a button that requests a new
 * link.
 */
export function showRecruiterProblems({ frame, onProblem }: PageRequest): void {
  onProblem((code, error) => {
    if (error instanceof ExpiredToken)
      return { page: recruitingEndedPage(error.token, frame), hasForm: true };
    const words = problemWords[code];
    return words === undefined ? undefined : { page: problemPage(words, frame) };
  });
}
