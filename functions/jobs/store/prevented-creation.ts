import type { LastWrite } from '../../platform/values/last-write.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { refusedBy } from '../../platform/dynamodb/failures.ts';
import { jobReader } from './job-reader.ts';
import { keys } from '../../platform/dynamodb/table.ts';
import { tombstone } from '../../platform/dynamodb/tombstone.ts';

/**
 * Prevents an attempt that is still in flight from creating a job, by putting a tombstone under the job's key.
 * Returns false when the job exists already.
 */
export async function isPrevented(
  db: Database,
  employerId: number,
  { id, by }: { id: number; by: LastWrite },
): Promise<boolean> {
  try {
    await db.put({
      Item: tombstone(keys.job(employerId, id), 0, by),
      ConditionExpression: 'attribute_not_exists(PK)',
    });
  } catch (error) {
    if (!refusedBy(error)) throw error;
    // The item is the job, or the tombstone itself if an earlier attempt to put it lost its response.
    if (await jobReader(db).get(employerId, id)) return false;
  }
  db.beCertain();
  return true;
}
