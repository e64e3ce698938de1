import type { Profile } from '../domain/profile.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { accountKeys } from '../keys.ts';
import { profileFrom } from './employer-item.ts';

/** Reads the profile of an employer; that of a deleted one is empty. */
export const profileReader =
  (db: Database) =>
  async (employerId: number): Promise<Profile> =>
    profileFrom((await db.get({ Key: accountKeys.employer(employerId) })) ?? {});
