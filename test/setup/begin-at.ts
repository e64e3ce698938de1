import type { Database } from '../../functions/platform/dynamodb/database.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';

/** Lets the next job of an employer have the position after this one, as if so many had been published before. */
export const beginAt = (db: Database, employerId: number, lastPosition: number): Promise<unknown> =>
  db.update({
    Key: jobKeys.numbers(employerId),
    UpdateExpression: 'SET lastPosition = :last',
    ExpressionAttributeValues: { ':last': lastPosition },
  });
