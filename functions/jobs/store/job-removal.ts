import type { Job } from '../domain/job.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { lostRaceOver } from '../../platform/dynamodb/failures.ts';
import { freePublicName } from './public-names.ts';
import { referenceWrites } from './references.ts';
import { statusWrite } from './status-leaves.ts';
import { keys } from '../../platform/dynamodb/table.ts';
import { transact } from '../../platform/dynamodb/transaction.ts';

/** Removes a job with its referenceId: one attempt, which throws LostRace when the job has changed meanwhile. */
export async function removeJob(db: Database, employerId: number, job: Job): Promise<void> {
  const { id, version, position, referenceId, status } = job;
  await transact(db, {
    job: {
      Delete: {
        Key: keys.job(employerId, id),
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
