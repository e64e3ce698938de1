import { frontPage } from '../../pages/public/front.ts';
import { localized } from '../../pages/public/frame.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { publicPage } from '../http/public-page.ts';
import { postingPath } from '../jobs/keys.ts';
import { pageOfEmployers, parseSiteSearch } from './employer/posting-search.ts';
import type { SearchedPosting } from './feeds/search-index.ts';
import { employerLink, searchedTeaser } from './posting/posting.ts';
import { feedServicesFor } from './services.ts';

const numberText = /^#?([1-9]\d{0,9})$/;

/** The front page: the search of all postings, and redirects from numbers (guide: career-site 14). */
export const handler = publicPage('showFrontPage', feedServicesFor, async (request, services) => {
  const { event, frame, siteAddress } = request;
  const { feeds, currency, today } = services;
  const q = parseSiteSearch(event.rawQueryString);
  const [, number] = numberText.exec(q) ?? [];
  if (number) return { status: 302, location: localized(siteAddress(postingPath(number)), frame) };
  const { employers, newest, found } = await feeds.front(q);
  const toTeaser = (posting: SearchedPosting) =>
    searchedTeaser(posting, { siteAddress, currency, today }, frame.language);
  const { listed, page, pages } = pageOfEmployers(employers, event.rawQueryString);
  const content = {
    url: siteAddress('/'),
    docsUrl: new URL('../../docs', siteAddress(`${BASE_PATH}/`)).href,
    employers: listed.map((each) => ({ ...each, ...employerLink(each, siteAddress) })),
    page,
    pages,
    newest: newest.map(toTeaser),
    search: found && { q, found: found.found, postings: found.postings.map(toTeaser) },
  };
  return { page: frontPage(content, frame), hasForm: true, maxAge: found ? 60 : 300 };
});
