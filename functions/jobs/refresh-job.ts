import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { jobResponse } from './job/job-record.ts';
import { writeServicesFor } from './services.ts';

/** Guide: first-job 10. A second refresh on the same day has no effect. */
export const handler = authenticatedOperation(
  'refreshJob',
  writeServicesFor,
  async (request, { jobs, today }) => {
    const { account, author } = request.caller;
    const { id, found, siteAddress } = request;
    return jobResponse(found(await jobs.refresh(account.id, id, { today: today(), author })), {
      employer: account,
      siteAddress,
    });
  },
);
