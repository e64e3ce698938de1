import type { Job } from './job.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { LostRace } from '../../platform/dynamodb/failures.ts';
import { fromItem } from './job-item.ts';
import { jobKeys } from '../keys.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';

/** Reads single jobs of employers by strong reads (interface 3.1). */
export function jobReader(db: Database) {
  const reads = {
    /** A job by its id; undefined when this employer has no such job. */
    get: async (employerId: number, id: number): Promise<Job | undefined> => {
      const item = await db.get({ Key: jobKeys.job(employerId, id), ConsistentRead: true });
      return item && !isTombstone(item) ? fromItem(item) : undefined;
    },

    /** The id of the job that has a referenceId. */
    idOf: async (employerId: number, referenceId: string): Promise<number | undefined> => {
      const item = await db.get({ Key: jobKeys.reference(employerId, referenceId), ConsistentRead: true });
      return item?.['jobId'];
    },

    /** The job that has a referenceId, or undefined. Throws LostRace when it has just lost the referenceId. */
    byReference: async (employerId: number, referenceId: string): Promise<Job | undefined> => {
      const id = await reads.idOf(employerId, referenceId);
      if (id === undefined) return undefined;
      const job = await reads.get(employerId, id);
      if (job?.referenceId !== referenceId) throw new LostRace();
      return job;
    },
  };
  return reads;
}

export type JobReader = ReturnType<typeof jobReader>;
