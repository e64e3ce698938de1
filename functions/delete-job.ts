import { jobRecord } from './domain/job-record.ts';
import { endpoint } from './http/chain.ts';
import { writeServicesFor } from './wiring/write-services.ts';

/** Interface 3.5, by id. */
export const handler = endpoint(
  'deleteJob',
  writeServicesFor,
  async ({ employer, id, found, precondition }, { jobs }) => {
    found(await jobs.delete(employer.id, id, (job) => precondition(jobRecord(job, employer))));
    return {};
  },
);
