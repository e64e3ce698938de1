import { applyForm, type AppliedFor, type ApplyForm } from '../../pages/public/apply-form.ts';
import { applyScript } from '../../pages/public/apply-script.ts';
import { formProblems } from '../../pages/public/apply-words.ts';
import { postingPath } from '../jobs/domain/public-id.ts';
import type { Page } from '../http/page.ts';
import type { PageOfProblem } from '../http/incoming.ts';
import type { PageRequest } from '../http/public-page.ts';
import { closedPosting } from '../postings/closed-posting.ts';
import { setting } from '../platform/config.ts';
import { shownAgain } from './typed-form.ts';

/** Makes the form of a posting: empty, or as it is shown again, with what was typed and why it was not received. */
export function applyPage(request: PageRequest, { retentionDays }: Pick<ApplyForm, 'retentionDays'>) {
  const { event, id, frame, siteAddress } = request;
  const postingUrl = siteAddress(postingPath(encodeURIComponent(id)));
  const page = (shown: Omit<ApplyForm, 'publicId' | 'postingUrl' | 'retentionDays'>): Page => ({
    page: applyForm({ publicId: id, postingUrl, retentionDays, ...shown }, frame),
    hasForm: true,
    script: applyScript,
    connectsTo: setting('UPLOADS_ORIGIN'),
  });
  const closed = closedPosting(request, () => shownAgain(event)?.typed?.coverLetter || undefined);
  return {
    page,
    /** The same with what is wrong beside each field. */
    broken: (shown: Parameters<typeof page>[0]): Page => ({ status: 400, ...page(shown) }),
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
