import { applyForm, type ApplyForm } from '../../pages/public/apply-form.ts';
import { applyScript } from '../../pages/public/apply-script.ts';
import { formProblems } from '../../pages/public/apply-words.ts';
import type { ProblemCode } from '../../schemas/problems.ts';
import { postingPath } from '../jobs/domain/public-id.ts';
import type { Page } from '../http/page.ts';
import type { PageRequest } from '../http/public-page.ts';
import { shownAgain } from './sent-form.ts';

/** Makes the form of a posting as it is shown again: with what was typed and why it was not received. */
export function applyPage(
  { event, id, language, siteAddress }: PageRequest,
  { retentionDays }: Pick<ApplyForm, 'retentionDays'>,
) {
  const postingUrl = siteAddress(postingPath(encodeURIComponent(id)));
  const page = (shown: Omit<ApplyForm, 'postingUrl' | 'retentionDays'>): Page => ({
    page: applyForm({ postingUrl, retentionDays, ...shown }, language),
    hasForm: true,
    script: applyScript,
  });
  return {
    page,
    /** The same on a problem that is not the candidate's; undefined on any other, or if what was sent cannot be read. */
    onProblem:
      (title?: string) =>
      (code: ProblemCode): Page | undefined => {
        const problem = formProblems.find((each) => each === code);
        const shown = problem && shownAgain(event);
        return shown && page({ ...shown, title, problem });
      },
  };
}
