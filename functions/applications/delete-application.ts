import { applicationRecord } from './domain/application.ts';
import { operationHandler } from '../http/chain.ts';
import { erasureServicesFor } from './services.ts';

/** Interface 12.6. */
export const handler = operationHandler(
  'deleteApplication',
  erasureServicesFor,
  async ({ employer, author, id, found, precondition }, { applications, erase, signingKey }) => {
    const application = found(await applications.own(employer.id, id));
    precondition(applicationRecord(await signingKey(), application));
    await erase(application, author);
    return {};
  },
);
