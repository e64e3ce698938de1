import { applicationRecord } from './application/application.ts';
import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { inboxServicesFor } from './services.ts';

/** Section 12.4 of docs/interface.md. */
export const handler = authenticatedOperation(
  'getApplication',
  inboxServicesFor,
  async ({ caller: { account: employer }, id, found }, { applications, signingKey }) => {
    const application = found(await applications.own(employer.id, id));
    return { body: applicationRecord(await signingKey(), application) };
  },
);
