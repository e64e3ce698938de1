import { problemPage } from '../../pages/public/problem.ts';
import { receivedPage } from '../../pages/public/received.ts';
import { withdrawPage } from '../../pages/public/withdraw.ts';
import { Refusal } from '../platform/values/refusal.ts';
import { publicPage } from '../http/public-page.ts';
import { employerLink } from '../postings/domain/posting.ts';
import { receivedApplication } from './received-application.ts';
import { candidateServicesFor } from './services.ts';

/** Interface 12.9: the candidate's own page, and with `withdraw` in the query the one that asks before a withdrawal. */
export const handler = publicPage('showApplication', candidateServicesFor, async (request, services) => {
  const { event, frame, siteAddress } = request;
  const { byToken, employerOf, timeZone } = services;
  const query = new URLSearchParams(event.rawQueryString);
  const token = query.get('token') ?? '';
  const named = await byToken(token);
  if (named && !named.application)
    request.onProblem(() => ({ page: problemPage('application_erased', frame) }));
  if (!named?.application) throw new Refusal('application_not_found');
  const { application } = named;
  const received = receivedApplication(application, token);
  if (query.has('withdraw')) return { page: withdrawPage(received, frame), hasForm: true };
  const employer = await employerOf(application);
  const shown = {
    ...received,
    employer: employer && employerLink(employer, siteAddress),
    stage: employer?.profile.showStage ? application.stage : undefined,
  };
  return { page: receivedPage(shown, frame, timeZone) };
});
