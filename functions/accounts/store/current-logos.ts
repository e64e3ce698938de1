import { employerFrom, profileFrom } from './employer-item.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { accountKeys } from '../keys.ts';

/** The file name of the public logo; null when there is none, or the employer is suspended. */
function publicLogo(item: Item | undefined): string | null {
  if (!item || employerFrom(item).suspendedAt !== null) return null;
  return profileFrom(item).logo;
}

/** Finds the current logo files of employers. */
export const currentLogos = (db: Database) => ({
  /** Whether a file is the public logo of an employer. Costs half a read unit, and one more to deny it. */
  isShown: async (employerId: number, name: string): Promise<boolean> => {
    const Key = accountKeys.employer(employerId);
    // A logo set a moment ago exists; only the consistent read can deny one.
    return (
      publicLogo(await db.get({ Key })) === name ||
      publicLogo(await db.get({ Key, ConsistentRead: true })) === name
    );
  },

  /** Lists the files that the profiles of these employers name, including suspended ones. */
  named: async (employerIds: readonly number[]): Promise<Set<string | null>> => {
    const items = await db.batchGet(employerIds.map(accountKeys.employer), { ConsistentRead: true });
    return new Set(items.map((item) => profileFrom(item).logo));
  },
});
