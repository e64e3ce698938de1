import { kept } from '../../pages/public/frame.ts';
import { closedPosting } from './closed-posting.ts';
import { elsewhere } from './domain/posting.ts';
import { isPrefetch } from './prefetch.ts';
import { publicPage } from '../http/public-page.ts';
import { followServicesFor } from './services.ts';

/** Interface 11.3: to where candidates apply, counted where that is the employer's website. */
export const handler = publicPage('followPosting', followServicesFor, async (request, services) => {
  const { id, event, frame, siteAddress } = request;
  request.onProblem(closedPosting(request));
  const { job, employer, publicId } = await services.openPosting(id);
  const location = elsewhere(job);
  if (location === undefined)
    return { status: 302, location: kept(siteAddress(`/jobs/${publicId}/apply`), frame) };
  const isSeen = event.requestContext.http.method === 'GET' && !isPrefetch(event);
  if (isSeen) await services.clicks.add(employer.id, job.id);
  return { status: 302, location };
});
