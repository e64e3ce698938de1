import { createJob } from '../jobs/create-job.ts';
import { deleteJob } from '../jobs/delete-job.ts';
import { deleteJobByReference } from '../jobs/delete-job-by-reference.ts';
import { batchHandler } from './batch-handler.ts';
import type { Performers } from './batch-run.ts';
import { runOnEvent } from '../http/chain.ts';
import { updateJob } from '../jobs/update-job.ts';
import { upsertJob } from '../jobs/upsert-job.ts';
import { batchServicesFor } from './services.ts';
import type { JobWrites } from '../jobs/services.ts';

/** The operations that a batch carries, without their handlers. */
export const performers: Performers<JobWrites> = {
  createJob: runOnEvent('createJob', createJob),
  upsertJob: runOnEvent('upsertJob', upsertJob),
  updateJob: runOnEvent('updateJob', updateJob),
  deleteJob: runOnEvent('deleteJob', deleteJob),
  deleteJobByReference: runOnEvent('deleteJobByReference', deleteJobByReference),
};

/** Interface 3.8. */
export const handler = batchHandler(batchServicesFor, performers);
