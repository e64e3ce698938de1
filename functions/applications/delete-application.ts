import { applicationRecord } from './application/application.ts';
import { authenticatedOperation, type Run } from '../accounts/authenticated-operation.ts';
import { erasureServicesFor, type ErasureServices } from './services.ts';

/** Guide: stages 1. */
export const deleteApplication: Run<'deleteApplication', ErasureServices> = async (
  { caller: { account, author }, id, found, precondition },
  { applications, erase, signingKey },
) => {
  const application = found(await applications.own(account.id, id));
  precondition(applicationRecord(await signingKey(), application));
  await erase(application, author);
  return {};
};

export const handler = authenticatedOperation('deleteApplication', erasureServicesFor, deleteApplication);
