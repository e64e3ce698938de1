import { jobHeader } from './domain/job-record.ts';
import { endpoint } from './http/chain.ts';
import { paging } from './http/paging.ts';
import { listServicesFor } from './wiring/list-services.ts';

/** Interface 3.6. */
export const handler = endpoint(
  'listJobs',
  listServicesFor,
  async ({ employer, query, pageAddress }, { lists }) => {
    const { total, jobs } = query.q
      ? await lists.search(employer.id, { ...query, q: query.q })
      : await lists.list(employer.id, query);
    return {
      body: { data: jobs.map((job) => jobHeader(job, employer)), paging: paging(query, total, pageAddress) },
    };
  },
);
