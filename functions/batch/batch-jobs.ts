import { createJob } from '../jobs/create-job.ts';
import { deleteJob } from '../jobs/delete-job.ts';
import { deleteJobByReference } from '../jobs/delete-job-by-reference.ts';
import { batchEndpoint } from './batch-endpoint.ts';
import type { Performers } from './batch-run.ts';
import { performing } from '../http/chain.ts';
import { updateJob } from '../jobs/update-job.ts';
import { upsertJob } from '../jobs/upsert-job.ts';
import { batchServicesFor } from './services.ts';
import type { JobWrites } from '../jobs/services.ts';

/** The operations that a batch carries, without their handlers. */
export const performers: Performers<JobWrites> = {
  createJob: performing('createJob', createJob),
  upsertJob: performing('upsertJob', upsertJob),
  updateJob: performing('updateJob', updateJob),
  deleteJob: performing('deleteJob', deleteJob),
  deleteJobByReference: performing('deleteJobByReference', deleteJobByReference),
};

/** Interface 3.8. */
export const handler = batchEndpoint(batchServicesFor, performers);
