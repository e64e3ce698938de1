import type { BatchOperationName } from '../../schemas/batch-envelope.ts';

/** An operation of a batch, and the job that it is about. */
export interface BatchTarget {
  operation: BatchOperationName;
  id?: number | undefined;
  referenceId?: string | undefined;
}
