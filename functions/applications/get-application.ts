import { applicationRecord } from './application/application.ts';
import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { applicationServicesFor } from './services.ts';

/** Guide: receiving-applications 2. */
export const handler = authenticatedOperation(
  'getApplication',
  applicationServicesFor,
  async ({ caller: { account }, id, found }, { applications, signingKey }) => {
    const application = found(await applications.own(account.id, id));
    return { body: applicationRecord(await signingKey(), application) };
  },
);
