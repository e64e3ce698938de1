import { employerPage } from '../../pages/public/employer.ts';
import { employerPath, publicJob } from './domain/posting.ts';
import { publicPage } from '../http/public-page.ts';
import { employerPostingServicesFor } from './services.ts';

const idText = /^[1-9]\d{0,9}$/;

/** Interface 11.7: the page of an employer's open postings. */
export const handler = publicPage('showEmployer', employerPostingServicesFor, async (request, services) => {
  const { id, event, language, siteAddress } = request;
  const { postingsOf, currency } = services;
  const after = new URLSearchParams(event.rawQueryString).get('after') ?? undefined;
  const { employer, postings, next } = await postingsOf(idText.test(id) ? Number(id) : 0, after);
  const shown = {
    employer: employer.name,
    url: siteAddress(employerPath(employer.id)),
    jobs: postings.map((posting) => publicJob(posting, { siteAddress, currency })),
    isFirst: after === undefined,
    next,
  };
  return { page: employerPage(shown, language), maxAge: 60 };
});
