import { receivedPage } from '../../pages/public/received.ts';
import { applicationOfToken } from './domain/application-token.ts';
import { Refusal } from '../platform/values/refusal.ts';
import { publicPage } from '../http/public-page.ts';
import { candidateServicesFor } from './services.ts';

/** The mail is with the employer, or with its mail server. */
const mailed = new Set(['sent', 'delivered', 'complained']);

/** Interface 12.9: the candidate's own page. */
export const handler = publicPage('showApplication', candidateServicesFor, async (request, services) => {
  const { event, language } = request;
  const { applications, signingKey, timeZone } = services;
  const token = new URLSearchParams(event.rawQueryString).get('token') ?? '';
  const key = applicationOfToken(await signingKey(), token);
  const application = key && (await applications.get(key));
  if (!application) throw new Refusal('application_not_found');
  const { jobTitle, receivedAt, timeToLive, state } = application;
  const shown = {
    jobTitle,
    receivedAt: new Date(receivedAt),
    keptUntil: new Date(timeToLive * 1_000),
    isMailed: mailed.has(state),
    token,
  };
  const page = receivedPage(shown, { language, timeZone });
  return { page, hasForm: true };
});
