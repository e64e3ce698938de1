import { formProblems } from '../../pages/public/apply-words.ts';
import { formScript } from '../../pages/public/keep-text-script.ts';
import { reportForm, type ReportForm } from '../../pages/public/report-form.ts';
import type { PageOfProblem } from '../http/incoming.ts';
import type { Page } from '../http/public-page-result.ts';
import type { PageRequest } from '../http/public-page.ts';
import { postingPath } from '../jobs/job/public-names.ts';
import { closedPostingPage, postingFrame } from '../postings/posting/posting-frame.ts';
import type { OpenPosting } from '../postings/posting/posting.ts';
import { prefillFrom } from './parse-report.ts';

/** Creates the form that reports a posting, which is undefined until it is found. */
export function reportPage(request: PageRequest, posting?: OpenPosting) {
  const { event, id, siteAddress } = request;
  const frameAndHeading = posting && postingFrame(posting, request.frameFor);
  const { frame } = frameAndHeading ?? request;
  const postingUrl = siteAddress(postingPath(encodeURIComponent(id)));
  const page = (shown: Omit<ReportForm, 'title' | 'titleLanguage' | 'postingUrl'> = {}): Page => ({
    page: reportForm({ ...frameAndHeading?.heading, postingUrl, ...shown }, frame),
    frame,
    hasForm: true,
    script: formScript,
  });
  const closed = closedPostingPage(request);
  /** Shows the form again after a problem that is not the reader's, when the form can be parsed. */
  const onProblem: PageOfProblem = (code, error) => {
    const problem = formProblems.find((each) => each === code);
    const typed = problem && prefillFrom(event);
    return typed ? page({ typed, problem }) : closed(code, error);
  };
  return { frame, page, postingUrl, onProblem };
}
