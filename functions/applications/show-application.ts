import { problemPage } from '../../pages/public/problem.ts';
import { candidatePage, withdrawPage } from '../../pages/public/candidate-page.ts';
import { Refusal } from '../platform/errors.ts';
import { employerLook } from '../postings/posting/posting.ts';
import { publicPage } from '../http/public-page.ts';
import { toReceivedApplication, employerAndStage } from './candidate/candidate-page.ts';
import { candidateServicesFor } from './services.ts';

/**
 * The candidate's page (guide: stages 4 and 5). With `withdraw` in the query, the page that asks to confirm a
 * withdrawal.
 */
export const handler = publicPage('showApplication', candidateServicesFor, async (request, services) => {
  const { event, siteAddress } = request;
  const query = new URLSearchParams(event.rawQueryString);
  const token = query.get('token') ?? '';
  const authenticated = await services.byToken(token);
  if (authenticated && !authenticated.application)
    request.onProblem(() => ({ page: problemPage('application_erased', request.frame), hasForm: true }));
  if (!authenticated?.application) throw new Refusal('application_not_found');
  const { application } = authenticated;
  const employer = await services.employerOf(application);
  const frame = {
    ...request.frameFor(request.frame.language, application.test),
    ...(employer && employerLook(employer.profile, siteAddress)),
  };
  const posting = await services.postingOf(application);
  const received = toReceivedApplication(application, posting, token);
  if (query.has('withdraw')) return { page: withdrawPage(received, frame), frame, hasForm: true };
  const content = { ...received, ...employerAndStage(employer, { application, posting }, siteAddress) };
  return { page: candidatePage(content, frame, services.timeZone), frame };
});
