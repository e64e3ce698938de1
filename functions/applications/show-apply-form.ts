import { localized } from '../../pages/public/frame.ts';
import { applyFormPages, signIssueTime } from './intake/apply-page.ts';
import { closedPostingPage } from '../postings/posting/find-posting.ts';
import { hasApplicationForm, forwardSources } from '../postings/posting/posting.ts';
import { postingPath } from '../jobs/keys.ts';
import { publicPage } from '../http/public-page.ts';
import { formServicesFor } from './services.ts';

/** The form of a posting (guide: applying 1 to 6). */
export const handler = publicPage('showApplyForm', formServicesFor, async (request, services) => {
  const { id, event, frame, siteAddress } = request;
  request.onProblem(closedPostingPage(request));
  const posting = await services.openPosting(id);
  const { job, publicId } = posting;
  if (!hasApplicationForm(job)) {
    const address = localized(siteAddress(postingPath(publicId)), frame);
    return { status: 302, location: forwardSources(address, event.rawQueryString) };
  }
  const [{ bytes }] = await services.secrets();
  const issued = signIssueTime(bytes, publicId, services.now());
  return applyFormPages(request, services, posting).page({ issued });
});
