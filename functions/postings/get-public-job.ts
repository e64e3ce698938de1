import { publicJob } from './posting/posting.ts';
import { operationHandler } from '../http/chain.ts';
import { postingServicesFor } from './services.ts';

/** Interface 11.2: an open posting as JSON. */
export const handler = operationHandler(
  'getPublicJob',
  postingServicesFor,
  async ({ id, siteAddress }, { openPosting, currency }) => ({
    body: publicJob(await openPosting(id), { siteAddress, currency }),
  }),
);
