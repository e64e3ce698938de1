import type { JobRecord } from '../../schemas/job.ts';
import { batchHandler } from './batch/batch-handler.ts';
import { jobOperations } from './batch-operations.ts';
import { batchServicesFor } from './services.ts';

/** Guide: nightly-sync 1 to 6. */
export const handler = batchHandler('batchJobs', batchServicesFor, {
  ...jobOperations,
  effectOf: ({ jobs }) => jobs.effect(),
  /** The job, or only its location. */
  resultMembers: (job, isMinimal) => {
    if (!isMinimal) return { job };
    const { postingUrl } = JSON.parse(job) as JobRecord;
    return { postingUrl: JSON.stringify(postingUrl) };
  },
});
