import { postingPage } from '../pages/public/posting.ts';
import { publicJob } from './domain/posting.ts';
import { publicPage } from './http/public-page.ts';
import { postingServicesFor } from './wiring/posting-services.ts';

/** Interface 11.1: the page of an open posting. */
export const handler = publicPage('showPosting', postingServicesFor, async (request, services) => {
  const { id, language, siteAddress } = request;
  const posting = publicJob(await services.openPosting(id), { siteAddress, currency: services.currency });
  return { page: postingPage(posting, language), maxAge: 60 };
});
