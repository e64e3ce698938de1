import { problemPage } from '../../../pages/public/problem.ts';
import type { ProblemCode } from '../../../schemas/problems.ts';
import type { PageRequest } from '../../http/public-page.ts';

/** The words of problems that recruiters read, where those for candidates would mislead. */
const wordsOf: Partial<Record<ProblemCode, string>> = {
  application_not_found: 'recruiting_not_found',
  cross_site_request: 'recruiting_cross_site',
  precondition_failed: 'recruiting_changed',
};

/** From now on, problems are shown in words for recruiters. */
export function sayProblems({ frame, onProblem }: PageRequest): void {
  onProblem((code) => {
    const words = wordsOf[code];
    return words === undefined ? undefined : { page: problemPage(words, frame) };
  });
}
