import type { Profile } from '../domain/profile.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { accountKeys } from '../keys.ts';
import { profileFrom } from './employer-item.ts';

/** Reads what an employer says of itself; of one that is gone, that is nothing. */
export const profileReader =
  (db: Database) =>
  async (employerId: number): Promise<Profile> =>
    profileFrom((await db.get({ Key: accountKeys.employer(employerId) })) ?? {});
