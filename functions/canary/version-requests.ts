import type { JobCreate, JobUpsert } from '../../schemas/client/index.ts';
import type { OperationId } from '../../schemas/operations.ts';
import { sampleJob } from './steps.ts';

/** A request that shows whether a version of a function works. */
export interface VersionRequest {
  /** Whether it is about the job with the referenceId, which then has to be there. */
  needsJob?: true;
  query?: string;
  headers?: Record<string, string>;
  body?: object;
  /** In place of the status of its operation. */
  status?: number;
  /** What in the body of its response shows that it was carried out, if the status alone does not. */
  shows?: RegExp;
}

const title = { title: `${sampleJob.title} (updated)` };

/** A draft, which no candidate sees. */
export const draft = (referenceId: string): JobUpsert & JobCreate => ({
  ...sampleJob,
  referenceId,
  categories: [{ id: 1 }],
  positionType: { id: 1 },
});

/** The request for each function whose new versions are tried before they get requests. */
export const versionRequests: Partial<Record<OperationId, (referenceId: string) => VersionRequest>> = {
  listJobs: () => ({ query: 'pageSize=1&q=smoke' }),
  createJob: (referenceId) => ({ body: draft(referenceId) }),
  upsertJob: (referenceId) => ({ body: draft(referenceId), status: 201 }),
  deleteJobByReference: (referenceId) => ({ needsJob: true, body: { referenceId } }),
  batchJobs: (referenceId) => ({
    body: { operations: [{ operation: 'upsert', body: draft(referenceId) }] },
    shows: /"status":201\b/,
  }),
  validateJob: (referenceId) => ({ body: draft(referenceId) }),
  validateUpsert: (referenceId) => ({ body: draft(referenceId) }),
  listReferences: () => ({}),
  getJob: () => ({ needsJob: true }),
  updateJob: () => ({ needsJob: true, body: title }),
  deleteJob: () => ({ needsJob: true }),
  overrideJobMethod: () => ({
    needsJob: true,
    headers: { 'x-http-method-override': 'PUT' },
    body: title,
  }),
  refreshJob: () => ({ needsJob: true }),
};
