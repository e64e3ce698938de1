import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { toListResponse, toListQuery } from './inbox/application-lists.ts';
import { jobApplicationServicesFor } from './services.ts';

/** Guide: receiving-applications 1, the applications for one job. */
export const handler = authenticatedOperation(
  'listJobApplications',
  jobApplicationServicesFor,
  async ({ caller: { account }, id, query, found, pageAddress }, { lists, jobs, clicks, signingKey }) => {
    const secret = await signingKey();
    const [page, clicked] = await Promise.all([
      lists.ofJob(account.id, id, toListQuery(secret, account.id, query)),
      clicks.get(account.id, id),
    ]);
    // A deleted job can still have applications.
    const hasApplications = page.applications.length > 0 || (await lists.hasAny(account.id, id));
    if (!hasApplications) found(await jobs.get(account.id, id));
    return { body: { clicks: clicked, ...toListResponse(secret, account.id, page, pageAddress) } };
  },
);
