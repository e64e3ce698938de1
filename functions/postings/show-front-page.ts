import { frontPage } from '../../pages/public/front.ts';
import { localized } from '../../pages/public/frame.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { publicPage } from '../http/public-page.ts';
import { postingPath } from '../jobs/keys.ts';
import { parseSiteSearch } from './employer/posting-search.ts';
import { employerLink, searchedTeaser } from './posting/posting.ts';
import { feedServicesFor } from './services.ts';

const numberText = /^#?([1-9]\d{0,9})$/;

/** Interface 11.15: the front page with the search of all postings, and the redirect from a number to its posting. */
export const handler = publicPage('showFrontPage', feedServicesFor, async (request, services) => {
  const { event, frame, siteAddress } = request;
  const { feeds, currency } = services;
  const q = parseSiteSearch(event.rawQueryString);
  const [, number] = numberText.exec(q) ?? [];
  if (number !== undefined) {
    return { status: 302, location: localized(siteAddress(postingPath(number)), frame) };
  }
  const { employers: listed, found } = await feeds.front(q);
  const terms = { siteAddress, currency };
  const postings = found?.postings.map((each) => searchedTeaser(each, terms, frame.language)) ?? [];
  const search = found && { q, found: found.found, postings };
  const employers = listed.map((each) => ({ ...each, ...employerLink(each, siteAddress) }));
  const docsUrl = new URL('../../docs', siteAddress(`${BASE_PATH}/`)).href;
  const page = frontPage({ url: siteAddress('/'), docsUrl, employers, search }, frame);
  return { page, hasForm: true, maxAge: search ? 60 : 300 };
});
