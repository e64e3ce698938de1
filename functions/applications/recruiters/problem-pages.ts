import { recruitingEndedPage } from '../../../pages/public/recruiting-ended.ts';
import { problemPage } from '../../../pages/public/problem.ts';
import type { ProblemCode } from '../../../schemas/problems.ts';
import type { PageRequest } from '../../http/public-page.ts';
import { TokenEnded } from './recruiting-access.ts';

/** The words of problems that recruiters read, where those for candidates would mislead. */
const wordsOf: Partial<Record<ProblemCode, string>> = {
  application_not_found: 'recruiting_not_found',
  precondition_failed: 'recruiting_changed',
};

/** From now on, problems are shown in words for recruiters; a token that has ended, with a button for another one. */
export function sayProblems({ frame, onProblem }: PageRequest): void {
  onProblem((code, error) => {
    if (error instanceof TokenEnded) return { page: recruitingEndedPage(error.token, frame), hasForm: true };
    const words = wordsOf[code];
    return words === undefined ? undefined : { page: problemPage(words, frame) };
  });
}
