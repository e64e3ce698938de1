import type { Database } from '../../functions/platform/dynamodb/database.ts';
import { accountKeys } from '../../functions/accounts/keys.ts';
import type { Profile } from '../../functions/accounts/domain/profile.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';

/** Sets the last list position of an employer, so that its next job gets the position after it. */
export const setLastPosition = (db: Database, employerId: number, lastPosition: number): Promise<unknown> =>
  db.update({
    Key: jobKeys.numbers(employerId),
    UpdateExpression: 'SET lastPosition = :last',
    ExpressionAttributeValues: { ':last': lastPosition },
  });

/** Stores fields of a profile in the item of an employer. */
export const setProfile = (db: Database, { id }: { id: number }, profile: Partial<Profile>) =>
  db.update({
    Key: accountKeys.employer(id),
    UpdateExpression: 'SET #profile = :profile',
    ExpressionAttributeNames: { '#profile': 'profile' },
    ExpressionAttributeValues: { ':profile': profile },
  });
