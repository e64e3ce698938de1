import type { Database } from '../../functions/platform/dynamodb/database.ts';
import { accountKeys } from '../../functions/accounts/keys.ts';
import type { Profile } from '../../functions/accounts/domain/profile.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';

/** Lets the next job of an employer have the position after this one, as if so many had been published before. */
export const setLastPosition = (db: Database, employerId: number, lastPosition: number): Promise<unknown> =>
  db.update({
    Key: jobKeys.numbers(employerId),
    UpdateExpression: 'SET lastPosition = :last',
    ExpressionAttributeValues: { ':last': lastPosition },
  });

/** Gives an employer a profile, as its own item has it. */
export const setProfile = (db: Database, { id }: { id: number }, profile: Partial<Profile>) =>
  db.update({
    Key: accountKeys.employer(id),
    UpdateExpression: 'SET #profile = :profile',
    ExpressionAttributeNames: { '#profile': 'profile' },
    ExpressionAttributeValues: { ':profile': profile },
  });
