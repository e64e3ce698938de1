import { localized } from '../../pages/public/frame.ts';
import { closedPostingPage } from './posting/find-posting.ts';
import { externalApplyUrl, forwardSources } from './posting/posting.ts';
import { header, type Incoming } from '../http/incoming.ts';
import { publicPage } from '../http/public-page.ts';
import { followServicesFor } from './services.ts';

/** Headers of a prefetch: Fetch's Sec-Purpose, and its predecessor. */
const prefetchHeaders = ['sec-purpose', 'purpose'];

const isPrefetch = (event: Incoming): boolean =>
  prefetchHeaders.some((name) => /\b(?:prefetch|prerender|preview)\b/i.test(header(event, name) ?? ''));

/**
 * Redirects to where candidates apply, and counts the clicks to the employer's website (guide: public-pages 8 and 9).
 */
export const handler = publicPage('followPosting', followServicesFor, async (request, services) => {
  const { id, event, frame, siteAddress } = request;
  request.onProblem(closedPostingPage(request));
  const { job, employer, publicId } = await services.openPosting(id);
  const website = externalApplyUrl(job);
  const form = localized(siteAddress(`/jobs/${publicId}/apply`), frame);
  const location = forwardSources(website ?? form, event.rawQueryString);
  if (website === undefined) return { status: 302, location };
  const isSeen = event.requestContext.http.method === 'GET' && !isPrefetch(event);
  if (isSeen) await services.clicks.add(employer.id, job.id);
  return { status: 302, location };
});
