import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { toListResponse, toListQuery } from './inbox/application-lists.ts';
import { jobApplicationServicesFor } from './services.ts';

/** Guide: receiving-applications 1, the applications for one job. */
export const handler = authenticatedOperation(
  'listJobApplications',
  jobApplicationServicesFor,
  async (
    { caller: { account: employer }, id, query, found, pageAddress },
    { lists, jobs, clicks, signingKey },
  ) => {
    const secret = await signingKey();
    const [page, clicked] = await Promise.all([
      lists.ofJob(employer.id, id, toListQuery(secret, employer.id, query)),
      clicks.get(employer.id, id),
    ]);
    // A deleted job can still have applications.
    const hasApplications = page.applications.length > 0 || (await lists.hasAny(employer.id, id));
    if (!hasApplications) found(await jobs.get(employer.id, id));
    return { body: { clicks: clicked, ...toListResponse(secret, employer.id, page, pageAddress) } };
  },
);
