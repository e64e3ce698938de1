import { listedFields, pick } from '../../../schemas/job-fields.ts';
import type { JobHeader } from '../../../schemas/job.ts';
import { locationRecords, type Shown } from './job-record.ts';
import type { JobHeaderFields } from './job.ts';
import { postingUrlOf } from './public-id.ts';

/** A job in a list (interface 2.10). */
export const jobHeader = (job: JobHeaderFields, { employer: { id, name }, siteAddress }: Shown): JobHeader =>
  pick(
    {
      ...job,
      employer: { id, name },
      locations: locationRecords(job),
      postingUrl: postingUrlOf(job, siteAddress),
    },
    listedFields,
  );
