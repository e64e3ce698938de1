import { publicJob } from './posting/posting.ts';
import { operationHandler } from '../http/chain.ts';
import { employerPostingServicesFor } from './services.ts';

/** The open postings of an employer as JSON (guide: career-site 2 to 4). */
export const handler = operationHandler(
  'listPublicJobs',
  employerPostingServicesFor,
  async ({ query, siteAddress, pageAddress }, services) => {
    const { currency } = services;
    const { employer } = await services.employer(query.employer);
    const { after, q } = query;
    const { postings, next } = await services.postingsOf(employer, { after, filter: { q } });
    return {
      body: {
        data: postings.map((posting) => publicJob(posting, { siteAddress, currency })),
        paging: { next: next === undefined ? null : pageAddress(next) },
      },
    };
  },
);
