import type { Job } from '../domain/job.ts';
import { readJob } from './creation-barrier.ts';
import type { Database } from './database.ts';
import { fromItem } from './job-item.ts';

/** The jobs of employers, for who only reads them one by one (interface 3.1). */
export const jobReader = (db: Database) => ({
  /** A job by its id; undefined when this employer has no such job. */
  get: async (employerId: number, id: number): Promise<Job | undefined> => {
    const item = await readJob(db, employerId, id);
    return item && fromItem(item);
  },
});
