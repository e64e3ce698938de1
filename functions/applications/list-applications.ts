import { operationHandler } from '../http/chain.ts';
import { applicationPage, numberAfter } from './application-page.ts';
import { applicationServicesFor } from './services.ts';

/** Interface 12.3, all applications. */
export const handler = operationHandler(
  'listApplications',
  applicationServicesFor,
  async ({ employer: { id }, query, pageAddress }, { lists, signingKey }) => {
    const secret = await signingKey();
    const after = numberAfter(secret, id, query);
    const page = await lists.list(id, { after, state: query.state });
    return { body: applicationPage(secret, id, page, pageAddress) };
  },
);
