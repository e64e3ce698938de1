import { publicJob } from './posting/posting.ts';
import { operationHandler } from '../http/chain.ts';
import { employerPostingServicesFor } from './services.ts';

/** Interface 11.7: the open postings of an employer as JSON. */
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
