import type { Job } from '../domain/job.ts';
import type { LastWrite } from '../../platform/values/last-write.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { lostRaceOver } from '../../platform/dynamodb/failures.ts';
import { freePublicName } from './public-names.ts';
import { referenceWrites } from './references.ts';
import { statusWrite } from './status-leaves.ts';
import { attributes, keys } from '../../platform/dynamodb/table.ts';
import { tombstone } from '../../platform/dynamodb/tombstone.ts';
import { transact } from '../../platform/dynamodb/transaction.ts';

/** Removes a job with its referenceId: one attempt, which throws LostRace when the job has changed meanwhile. */
export async function removeJob(db: Database, employerId: number, job: Job, by: LastWrite): Promise<void> {
  const { id, version, position, referenceId, status, changedAt } = job;
  await transact(db, {
    job: {
      Put: {
        Item: {
          ...tombstone(keys.job(employerId, id), version, by),
          // Tells searches that the job is gone.
          [attributes.changed]: Math.max(by.at, changedAt + 1),
        },
        ConditionExpression: '#version = :version',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': version },
      },
    },
    statusMap: statusWrite(employerId, position, status, 'none'),
    ...referenceWrites(employerId, id, referenceId, null),
    publicName: freePublicName(job),
  }).catch(lostRaceOver('job'));
}
