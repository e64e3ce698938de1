import type { Profile } from '../../functions/accounts/domain/profile.ts';
import type { Database } from '../../functions/platform/dynamodb/database.ts';
import { accountKeys } from '../../functions/accounts/keys.ts';

/** Gives an employer a profile, as its own item has it. */
export const setProfile = (db: Database, { id }: { id: number }, profile: Partial<Profile>) =>
  db.update({
    Key: accountKeys.employer(id),
    UpdateExpression: 'SET #profile = :profile',
    ExpressionAttributeNames: { '#profile': 'profile' },
    ExpressionAttributeValues: { ':profile': profile },
  });
