import { toUnixSeconds } from '../../platform/time/calendar.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { jobKeys } from '../../jobs/keys.ts';
import { timeToLive } from '../../platform/dynamodb/table.ts';

/** How long a count is stored after the last click, in seconds: a year. */
const RETENTION_SECONDS = 365 * 24 * 60 * 60;

/** Counts how often candidates followed a job to the employer's own website. */
export const clickCounter = (db: Database, now: () => Date) => ({
  get: async (employerId: number, jobId: number): Promise<number> => {
    const item = await db.get({ Key: jobKeys.clicks(employerId, jobId) });
    return item?.['clicks'] ?? 0;
  },

  /** Counts a click. If counting fails, the candidate is still redirected. */
  add: async (employerId: number, jobId: number): Promise<void> => {
    await db
      .update({
        Key: jobKeys.clicks(employerId, jobId),
        UpdateExpression: 'ADD #clicks :one SET #until = :until',
        ExpressionAttributeNames: { '#clicks': 'clicks', '#until': timeToLive },
        ExpressionAttributeValues: { ':one': 1, ':until': toUnixSeconds(now()) + RETENTION_SECONDS },
      })
      .catch(() => undefined);
  },
});
