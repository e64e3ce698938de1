import { applicationRecord } from './application/application.ts';
import { operationHandler } from '../http/chain.ts';
import { applicationServicesFor } from './services.ts';

/** Interface 12.4. */
export const handler = operationHandler(
  'getApplication',
  applicationServicesFor,
  async ({ employer, id, found }, { applications, signingKey }) => {
    const application = found(await applications.own(employer.id, id));
    return { body: applicationRecord(await signingKey(), application) };
  },
);
