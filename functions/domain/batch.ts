/** An operation of a batch, and the job that it is about. */
export interface BatchTarget {
  operation: 'create' | 'upsert' | 'update' | 'delete';
  id?: number | undefined;
  referenceId?: string | undefined;
}
