import type { Violation } from '../../schemas/problem.ts';
import { createJob } from './create-job.ts';
import { deleteJobByReference } from './delete-job-by-reference.ts';
import { deleteJob } from './delete-job.ts';
import type { JobServices } from './services.ts';
import { updateJob } from './update-job.ts';
import { upsertJob } from './upsert-job.ts';
import { runAuthenticated } from '../accounts/authenticated-operation.ts';
import type { BatchItem } from './batch/batch-items.ts';
import type { BatchOperations } from './batch/run-batch.ts';

/** The operations that a batch of jobs may contain, without their handlers. */
const performers = {
  createJob: runAuthenticated('createJob', createJob),
  upsertJob: runAuthenticated('upsertJob', upsertJob),
  updateJob: runAuthenticated('updateJob', updateJob),
  deleteJob: runAuthenticated('deleteJob', deleteJob),
  deleteJobByReference: runAuthenticated('deleteJobByReference', deleteJobByReference),
};

const operationIds = { create: 'createJob', upsert: 'upsertJob', update: 'updateJob' } as const;

/** The violations of an operation that lacks a member. */
function missingIn({ sent: { operation, id, referenceId }, pointer }: BatchItem): Violation[] {
  if (operation === 'update' && id === undefined) {
    return [{ pointer: `${pointer}/id`, code: 'required', message: 'An update needs the id of its job.' }];
  }
  if (operation !== 'delete' || (id === undefined) !== (referenceId === undefined)) return [];
  return [
    {
      pointer: `${pointer}/id`,
      code: id === undefined ? 'required' : 'not_allowed',
      message: 'A deletion needs either the id or the referenceId of its job.',
    },
  ];
}

/** How each operation of a batch of jobs is performed. */
export const jobOperations: BatchOperations<keyof typeof performers, JobServices> = {
  performers,
  carriedBy: ({ operation, id }) => {
    if (operation !== 'delete') return operationIds[operation];
    return id === undefined ? 'deleteJobByReference' : 'deleteJob';
  },
  missingIn,
};
