import { REFERENCES_MAX } from '../../schemas/limits.ts';
import type { JobHeaderFields } from './job/job.ts';
import { jobHeader } from './job/job-record.ts';
import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { paging } from '../http/operation-response.ts';
import { requirePosition } from './search/changed-jobs.ts';
import { listServicesFor } from './services.ts';

/** Guide: paging 2 to 8. */
export const handler = authenticatedOperation(
  'listJobs',
  listServicesFor,
  async (request, { lists, search, changes }) => {
    const employer = request.caller.account;
    const { query, pageAddress, siteAddress } = request;
    const { q, referenceId, updatedSince } = query;
    const headerOf = (job: JobHeaderFields) => jobHeader(job, { employer, siteAddress });
    requirePosition(query);
    if (updatedSince) {
      const { jobs, next } = await changes(employer.id, { ...query, updatedSince });
      return { body: { data: jobs.map(headerOf), paging: { next: next && pageAddress(next) } } };
    }
    const page = referenceId ? { page: 1, pageSize: REFERENCES_MAX } : query;
    const find = () => {
      if (referenceId) return lists.withReference(employer.id, referenceId);
      return q ? search(employer.id, { ...query, q }) : lists.list(employer.id, query);
    };
    const { total, jobs } = await find();
    return { body: { data: jobs.map(headerOf), paging: paging(page, total, pageAddress) } };
  },
);
