import { publicJob } from './domain/posting.ts';
import { operationHandler } from '../http/chain.ts';
import { employerPostingServicesFor } from './services.ts';

/** Interface 11.7: the open postings of an employer as JSON. */
export const handler = operationHandler(
  'listPublicJobs',
  employerPostingServicesFor,
  async ({ query: { employer, after }, siteAddress, pageAddress }, { postingsOf, currency }) => {
    const { postings, next } = await postingsOf(employer, after);
    return {
      body: {
        data: postings.map((posting) => publicJob(posting, { siteAddress, currency })),
        paging: { next: next === undefined ? null : pageAddress(next) },
      },
    };
  },
);
