import { postingPage } from '../../pages/public/posting.ts';
import { forwardSources, publicJob, publicProfile } from './posting/posting.ts';
import { structuredData } from './posting/structured-data.ts';
import { localizePosting } from './posting/localized-posting.ts';
import { closedPostingPage } from './posting/find-posting.ts';
import { publicPage } from '../http/public-page.ts';
import { postingServicesFor } from './services.ts';

/** The page of an open posting (guide: public-pages 1 to 3). */
export const handler = publicPage('showPosting', postingServicesFor, async (request, services) => {
  const { event, id, siteAddress } = request;
  const { openPosting, currency, endOfDay } = services;
  request.onProblem(closedPostingPage(request));
  const posting = await openPosting(id);
  const asPosted = publicJob(posting, { siteAddress, currency });
  const { frame, shown, ...text } = localizePosting(posting, asPosted, request.frameFor);
  const profile = publicProfile(posting, frame.language, siteAddress);
  const data = frame.isTest
    ? undefined
    : structuredData(posting, { shown, language: text.language, profile, endOfDay });
  const applyUrl = forwardSources(shown.applyUrl, event.rawQueryString);
  const page = postingPage({ ...shown, applyUrl }, { profile, structuredData: data, ...text }, frame);
  return { page, frame, maxAge: 60 };
});
