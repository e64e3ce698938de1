import { postingPage } from '../../pages/public/posting.ts';
import { plainText } from './domain/plain-text.ts';
import { withSources } from './domain/sources.ts';
import { publicJob, shownProfile } from './domain/posting.ts';
import { textLanguage } from './domain/text-language.ts';
import { structuredData } from './domain/structured-data.ts';
import { closedPosting } from './closed-posting.ts';
import { publicPage } from '../http/public-page.ts';
import { postingServicesFor } from './services.ts';

/** Interface 11.1: the page of an open posting. */
export const handler = publicPage('showPosting', postingServicesFor, async (request, services) => {
  const { event, id, siteAddress } = request;
  const { openPosting, currency, endOfDay } = services;
  request.onProblem(closedPosting(request));
  const posting = await openPosting(id);
  const shown = publicJob(posting, { siteAddress, currency });
  const profile = shownProfile(posting, siteAddress);
  const text = plainText(shown.description);
  const language = textLanguage(`${shown.title}. ${text}`) ?? posting.profile.language;
  const frame = request.frameFor(language);
  const data = structuredData(posting, { shown, profile, endOfDay });
  const described = { profile, plainText: text, textLanguage: language, structuredData: data };
  const applyUrl = withSources(shown.applyUrl, event.rawQueryString);
  const page = postingPage({ ...shown, applyUrl }, described, frame);
  return { page, language: frame.language, maxAge: 60 };
});
