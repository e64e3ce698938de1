import { employerPage } from '../../pages/public/employer.ts';
import { employerPath, postingTeaser } from './domain/posting.ts';
import { publicPage } from '../http/public-page.ts';
import { employerPageServicesFor } from './services.ts';

const idText = /^[1-9]\d{0,9}$/;

/** Interface 11.7: the page of an employer's open postings. */
export const handler = publicPage('showEmployer', employerPageServicesFor, async (request, services) => {
  const { id, event, language, siteAddress } = request;
  const after = new URLSearchParams(event.rawQueryString).get('after') ?? undefined;
  const { employer, postings, next } = await services.postingsOf(idText.test(id) ? Number(id) : 0, after);
  const shown = {
    employer: employer.name,
    url: siteAddress(employerPath(employer.id)),
    jobs: postings.map((posting) => postingTeaser(posting, siteAddress)),
    isFirst: after === undefined,
    next,
  };
  return { page: employerPage(shown, language), maxAge: 60 };
});
