import { postingPage } from '../../pages/public/posting.ts';
import { plainText } from './domain/plain-text.ts';
import { publicJob } from './domain/posting.ts';
import { structuredData } from './domain/structured-data.ts';
import { closedPosting } from './closed-posting.ts';
import { publicPage } from '../http/public-page.ts';
import { postingServicesFor } from './services.ts';

/** Interface 11.1: the page of an open posting. */
export const handler = publicPage('showPosting', postingServicesFor, async (request, services) => {
  const { id, language, siteAddress } = request;
  const { openPosting, currency, endOfDay } = services;
  request.onProblem(closedPosting(request));
  const posting = await openPosting(id);
  const shown = publicJob(posting, { siteAddress, currency });
  const page = postingPage(shown, {
    language,
    plainText: plainText(shown.description),
    structuredData: structuredData(posting, shown, endOfDay),
  });
  return { page, maxAge: 60 };
});
