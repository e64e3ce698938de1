import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { toListResponse, toListQuery } from './inbox/application-lists.ts';
import { applicationServicesFor } from './services.ts';

/** Guide: receiving-applications 1, all applications. */
export const handler = authenticatedOperation(
  'listApplications',
  applicationServicesFor,
  async ({ caller, query, pageAddress }, { lists, signingKey }) => {
    const { id } = caller.account;
    const secret = await signingKey();
    const page = await lists.list(id, toListQuery(secret, id, query));
    return { body: toListResponse(secret, id, page, pageAddress) };
  },
);
