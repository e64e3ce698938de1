import { operationHandler } from '../http/chain.ts';
import { applicationPage, wantedOf } from './inbox/application-page.ts';
import { applicationServicesFor } from './services.ts';

/** Interface 12.3, all applications. */
export const handler = operationHandler(
  'listApplications',
  applicationServicesFor,
  async ({ employer: { id }, query, pageAddress }, { lists, signingKey }) => {
    const secret = await signingKey();
    const page = await lists.list(id, wantedOf(secret, id, query));
    return { body: applicationPage(secret, id, page, pageAddress) };
  },
);
