import { applyForm, type AppliedFor, type ApplyForm } from '../../pages/public/apply-form.ts';
import { applyScript } from '../../pages/public/apply-script.ts';
import { formProblems } from '../../pages/public/apply-words.ts';
import { postingPath } from '../jobs/domain/public-id.ts';
import type { Page } from '../http/page.ts';
import type { PageOfProblem } from '../http/incoming.ts';
import type { PageRequest } from '../http/public-page.ts';
import { closedPosting } from '../postings/closed-posting.ts';
import { shownAgain } from './sent-form.ts';

/** Makes the form of a posting as it is shown again: with what was typed and why it was not received. */
export function applyPage(request: PageRequest, { retentionDays }: Pick<ApplyForm, 'retentionDays'>) {
  const { event, id, language, siteAddress } = request;
  const postingUrl = siteAddress(postingPath(encodeURIComponent(id)));
  const page = (shown: Omit<ApplyForm, 'postingUrl' | 'retentionDays'>): Page => ({
    page: applyForm({ postingUrl, retentionDays, ...shown }, language),
    hasForm: true,
    script: applyScript,
  });
  const closed = closedPosting(request, () => shownAgain(event)?.typed?.coverLetter || undefined);
  return {
    page,
    /**
     * The same on a problem that is not the candidate's, and the letter if the posting has closed meanwhile; undefined on
     * any other, or if what was sent cannot be read.
     */
    onProblem:
      (job?: AppliedFor): PageOfProblem =>
      (code, error) => {
        const problem = formProblems.find((each) => each === code);
        const shown = problem && shownAgain(event);
        return shown ? page({ ...shown, job, problem }) : closed(code, error);
      },
  };
}
