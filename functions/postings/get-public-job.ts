import { publicJob } from './posting/posting.ts';
import { operationHandler } from '../http/chain.ts';
import { postingServicesFor } from './services.ts';

/** An open posting as JSON (guide: career-site 1). */
export const handler = operationHandler(
  'getPublicJob',
  postingServicesFor,
  async ({ id, siteAddress }, { openPosting, currency }) => ({
    body: publicJob(await openPosting(id), { siteAddress, currency }),
  }),
);
