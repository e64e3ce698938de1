import { createJob } from './create-job.ts';
import { deleteJob } from './delete-job.ts';
import { deleteJobByReference } from './delete-job-by-reference.ts';
import { batchEndpoint } from './http/batch-endpoint.ts';
import type { Performers } from './http/batch-run.ts';
import { performing } from './http/chain.ts';
import { updateJob } from './update-job.ts';
import { upsertJob } from './upsert-job.ts';
import { batchServicesFor } from './wiring/batch-services.ts';
import type { JobWrites } from './wiring/write-services.ts';

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
