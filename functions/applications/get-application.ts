import { applicationRecord } from './application/application.ts';
import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { applicationServicesFor } from './services.ts';

/** Interface 12.4. */
export const handler = authenticatedOperation(
  'getApplication',
  applicationServicesFor,
  async ({ caller: { account: employer }, id, found }, { applications, signingKey }) => {
    const application = found(await applications.own(employer.id, id));
    return { body: applicationRecord(await signingKey(), application) };
  },
);
