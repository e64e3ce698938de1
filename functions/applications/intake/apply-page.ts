import { applyForm, type ApplyForm } from '../../../pages/public/apply-form.ts';
import { addressIn } from '../../../pages/public/frame.ts';
import { applyScript } from '../../../pages/public/apply-script.ts';
import { formProblems } from '../../../pages/public/apply-words.ts';
import { postingPath } from '../../jobs/job/public-names.ts';
import type { Page } from '../../http/public-page-result.ts';
import type { PageOfProblem } from '../../http/incoming.ts';
import type { PageRequest } from '../../http/public-page.ts';
import { jobOnForm } from './apply-form.ts';
import { closedPostingPage, postingFrame } from '../../postings/posting/posting-frame.ts';
import type { OpenPosting } from '../../postings/posting/posting.ts';
import { forwardSources } from '../../postings/posting/sources.ts';
import { setting } from '../../platform/config.ts';
import { prefillValues } from './form-fields.ts';

type FormState = Omit<ApplyForm, 'job' | 'publicId' | 'postingUrl' | 'action' | 'retentionDays'>;

/**
 * Creates the form of a posting, which is undefined until it is found: empty, or with its former values and problems.
 */
export function applyFormPages(
  request: PageRequest,
  { retentionDays }: Pick<ApplyForm, 'retentionDays'>,
  posting?: OpenPosting,
) {
  const { event, id, siteAddress } = request;
  const frameAndHeading = posting && postingFrame(posting, request.frameFor);
  const { frame } = frameAndHeading ?? request;
  const about = {
    job: posting &&
      frameAndHeading && {
        ...jobOnForm(posting, frame.language, siteAddress),
        ...frameAndHeading.heading,
      },
    publicId: id,
    postingUrl: siteAddress(postingPath(encodeURIComponent(id))),
    action: forwardSources(addressIn('', frame.language), event.rawQueryString),
    retentionDays,
  };
  const { digest } = about.job ?? {};
  const isOther = ({ answeredDigest = digest }: FormState) =>
    digest !== undefined && answeredDigest !== digest;
  const page = (prefill: FormState): Page => ({
    page: applyForm({ haveChanged: isOther(prefill), ...about, ...prefill }, frame),
    frame,
    hasForm: true,
    script: applyScript,
    connectsTo: setting('UPLOADS_ORIGIN'),
  });
  const closed = closedPostingPage(request, () => prefillValues(event)?.typed?.coverLetter || undefined);
  /**
   * Shows the form again after a problem that is not the candidate's, with the cover letter even if the posting has
   * closed since; undefined for other problems, or when the form cannot be parsed.
   */
  const onProblem: PageOfProblem = (code, error) => {
    const problem = formProblems.find((each) => each === code);
    const prefill = problem && prefillValues(event);
    return prefill ? page({ ...prefill, problem }) : closed(code, error);
  };
  return {
    frame,
    page,
    /** The form with problems beside its fields, as a 400. */
    broken: (shown: FormState): Page => ({ status: 400, ...page(shown) }),
    onProblem,
  };
}
