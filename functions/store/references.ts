import type { Database, Write } from './database.ts';
import { keys } from './table.ts';

/** The id of the job that has the referenceId, read strongly. */
export async function idOfReference(
  db: Database,
  employerId: number,
  referenceId: string,
): Promise<number | undefined> {
  const item = await db.get({ Key: keys.reference(employerId, referenceId), ConsistentRead: true });
  return item?.['jobId'];
}

/** The write that gives a referenceId to a job, on condition that no other job has it. */
export const takeReference = (employerId: number, referenceId: string, jobId: number): Write => ({
  Put: {
    Item: { ...keys.reference(employerId, referenceId), jobId },
    ConditionExpression: 'attribute_not_exists(PK)',
  },
});

/** The write that takes a referenceId from its job. */
export const freeReference = (employerId: number, referenceId: string): Write => ({
  Delete: { Key: keys.reference(employerId, referenceId) },
});
