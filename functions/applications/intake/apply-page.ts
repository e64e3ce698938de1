import { applyForm, type ApplyForm } from '../../../pages/public/apply-form.ts';
import { addressIn } from '../../../pages/public/frame.ts';
import { applyScript } from '../../../pages/public/apply-script.ts';
import { formProblems } from '../../../pages/public/apply-words.ts';
import { postingPath } from '../../jobs/job/public-id.ts';
import type { Page } from '../../http/public-page-result.ts';
import type { PageOfProblem } from '../../http/incoming.ts';
import type { PageRequest } from '../../http/public-page.ts';
import { jobOnForm } from './apply-here.ts';
import { closedPostingPage } from '../../postings/posting/closed-posting.ts';
import type { OpenPosting } from '../../postings/posting/posting.ts';
import { postingFrame } from '../../postings/posting/posting-frame.ts';
import { forwardSources } from '../../postings/posting/sources.ts';
import { setting } from '../../platform/config.ts';
import { prefillValues } from './typed-form.ts';

type Shown = Omit<ApplyForm, 'job' | 'publicId' | 'postingUrl' | 'action' | 'retentionDays'>;

/**
 * Makes the form of a posting, as far as that has been found: empty, or as it is shown again, with what was typed and why
 * it was not received.
 */
export function applyFormPages(
  request: PageRequest,
  { retentionDays }: Pick<ApplyForm, 'retentionDays'>,
  posting?: OpenPosting,
) {
  const { event, id, siteAddress } = request;
  const found = posting && postingFrame(posting, request.frameFor);
  const { frame } = found ?? request;
  const about = {
    job: posting && found && { ...jobOnForm(posting, siteAddress), ...found.heading },
    publicId: id,
    postingUrl: siteAddress(postingPath(encodeURIComponent(id))),
    action: forwardSources(addressIn('', frame.language), event.rawQueryString),
    retentionDays,
  };
  const { digest } = about.job ?? {};
  const isOther = ({ answeredDigest = digest }: Shown) => digest !== undefined && answeredDigest !== digest;
  const page = (shown: Shown): Page => ({
    page: applyForm({ haveChanged: isOther(shown), ...about, ...shown }, frame),
    frame,
    hasForm: true,
    script: applyScript,
    connectsTo: setting('UPLOADS_ORIGIN'),
  });
  const closed = closedPostingPage(request, () => prefillValues(event)?.typed?.coverLetter || undefined);
  /**
   * The form on a problem that is not the candidate's, and the letter if the posting has closed meanwhile; undefined on
   * any other, or if what was sent cannot be read.
   */
  const onProblem: PageOfProblem = (code, error) => {
    const problem = formProblems.find((each) => each === code);
    const shown = problem && prefillValues(event);
    return shown ? page({ ...shown, problem }) : closed(code, error);
  };
  return {
    frame,
    page,
    /** The form with what is wrong beside each field, as a 400. */
    broken: (shown: Shown): Page => ({ status: 400, ...page(shown) }),
    onProblem,
  };
}
