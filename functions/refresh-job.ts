import { jobRecord } from './domain/job-record.ts';
import { endpoint } from './http/chain.ts';
import { writeServicesFor } from './wiring/services.ts';

/** Interface 3.7. A second one on the same day changes nothing. */
export const handler = endpoint(
  'refreshJob',
  writeServicesFor,
  async ({ employer, id, found }, { jobs, today }) => {
    const job = found(await jobs.refresh(employer.id, id, today()));
    return { body: jobRecord(job, employer) };
  },
);
