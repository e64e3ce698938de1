import { postingPage } from '../../pages/public/posting.ts';
import { withSources } from './posting/sources.ts';
import { publicJob, shownProfile } from './posting/posting.ts';
import { structuredData } from './posting/structured-data.ts';
import { localizedPosting } from './posting/localized-posting.ts';
import { closedPosting } from './posting/closed-posting.ts';
import { publicPage } from '../http/public-page.ts';
import { postingServicesFor } from './services.ts';

/** Interface 11.1: the page of an open posting. */
export const handler = publicPage('showPosting', postingServicesFor, async (request, services) => {
  const { event, id, siteAddress } = request;
  const { openPosting, currency, endOfDay } = services;
  request.onProblem(closedPosting(request));
  const posting = await openPosting(id);
  const asPosted = publicJob(posting, { siteAddress, currency });
  const { frame, shown, ...text } = localizedPosting(posting, asPosted, request.frameFor);
  const profile = shownProfile(posting, siteAddress);
  const data = frame.isTest
    ? undefined
    : structuredData(posting, { shown, language: text.language, profile, endOfDay });
  const applyUrl = withSources(shown.applyUrl, event.rawQueryString);
  const page = postingPage({ ...shown, applyUrl }, { profile, structuredData: data, ...text }, frame);
  return { page, frame, maxAge: 60 };
});
