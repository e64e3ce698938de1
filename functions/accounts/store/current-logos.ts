import { employerFrom, profileFrom } from './employer-item.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { accountKeys } from '../keys.ts';

/** The name of the file with the logo that the public may see; null if there is none, or the employer is suspended. */
function shownLogo(item: Item | undefined): string | null {
  if (!item || employerFrom(item).suspendedAt !== null) return null;
  return profileFrom(item).logo;
}

/** Finds out which files are the current logos of employers. */
export const currentLogos = (db: Database) => ({
  /** Whether the public may see a file as the logo of an employer: half a read unit, and one more where that denies it. */
  isShown: async (employerId: number, name: string): Promise<boolean> => {
    const Key = accountKeys.employer(employerId);
    // A logo that was set a moment ago is there; only the consistent read can say that one is not.
    return (
      shownLogo(await db.get({ Key })) === name ||
      shownLogo(await db.get({ Key, ConsistentRead: true })) === name
    );
  },

  /** The names of the files that the profiles of these employers name, also of suspended ones. */
  named: async (employerIds: readonly number[]): Promise<Set<string | null>> => {
    const items = await db.batchGet(employerIds.map(accountKeys.employer), { ConsistentRead: true });
    return new Set(items.map((item) => profileFrom(item).logo));
  },
});
