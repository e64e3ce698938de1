import type { Database } from './database.ts';
import { keys } from './table.ts';

/** Counts how often candidates followed a job to the employer's own website. */
export const clickCounter = (db: Database) => ({
  get: async (employerId: number, jobId: number): Promise<number> => {
    const item = await db.get({ Key: keys.clicks(employerId, jobId) });
    return item?.['clicks'] ?? 0;
  },
});
