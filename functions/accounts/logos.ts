import { employerFrom, profileFrom } from './store/employer-item.ts';
import type { Database, Item } from '../platform/dynamodb/database.ts';
import { accountKeys, logoKey } from './keys.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { Refusal, StoreUnavailable } from '../platform/errors.ts';
import type { LastWrite } from '../platform/dynamodb/last-write.ts';
import type { EmployerProfile } from './domain/profile.ts';
import { isSameLogo, mediaTypeOf, newLogoName, type Logo, parseLogoName } from './domain/logo-file.ts';
import { profileStore } from './store/profiles.ts';

/** The file name of the public logo; null when there is none, or the employer is suspended. */
function publicLogo(item: Item | undefined): string | null {
  if (!item || employerFrom(item).suspendedAt !== null) return null;
  return profileFrom(item).logo;
}

/** Finds the current logo files of employers. */
export const currentLogos = (db: Database) => ({
  /** Whether a file is the public logo of an employer. Costs half a read unit if it is, otherwise one and a half. */
  isShown: async (employerId: number, name: string): Promise<boolean> => {
    const Key = accountKeys.employer(employerId);
    // The logo may have been set a moment ago, so only a consistent read can prove that it does not exist.
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

/** Reads public logos. */
export const logoReader = (db: Database, files: Pick<FileStore, 'get'>) => ({
  /** Reads a current logo of an active employer by its file name. Throws Refusal `path_not_found`. */
  shown: async (name: string): Promise<{ bytes: Uint8Array; mediaType: string }> => {
    const logo = parseLogoName(name);
    const isShown = logo !== undefined && (await currentLogos(db).isShown(logo.employerId, name));
    const bytes = isShown ? await files.get(logoKey(name)) : undefined;
    if (!logo || !bytes) throw new Refusal('path_not_found', 'There is no such logo.');
    return { bytes, mediaType: logo.mediaType };
  },
});

/** Refuses a change when If-Match does not match the profile. */
type Check = (current: EmployerProfile) => void;

/** The owner of a logo, and the author of a change. */
interface Owner {
  employerId: number;
  by: LastWrite;
}

/** Whether the profile certainly does not name the new file. */
const isCertain = (error: unknown) =>
  error instanceof Refusal || (error instanceof StoreUnavailable && error.outcome === 'not-applied');

/** Changes the logos of employers in three steps: store the file, name it in the profile, delete the former file. */
export function logoKeeper(db: Database, files: Pick<FileStore, 'put' | 'remove'>) {
  const profiles = profileStore(db);

  const put = (name: string, logo: Logo) => files.put(logoKey(name), logo.bytes, mediaTypeOf(logo));

  /** Deletes a file that no profile names. If that fails, the daily sweep deletes the file. */
  const discard = async (name: string | null) => {
    if (name !== null) await files.remove(logoKey(name)).catch(() => undefined);
  };

  /** Names a file in the profile. Returns the new profile and the former file. */
  async function rename(
    { employerId, by }: Owner,
    check: Check,
    next: (current: string | null) => string | null,
  ) {
    let former: string | null = null;
    const amend = (current: EmployerProfile) => {
      check(current);
      const logo = next(current.logo);
      // An earlier attempt may have written the profile, even though its response was lost.
      if (current.logo !== logo) former = current.logo;
      return { ...current, logo };
    };
    const profile = await profiles.update(employerId, amend, by);
    return { profile, former };
  }

  return {
    /** Sets the logo of an employer. An unchanged image keeps its file, which is stored again in case it was lost. */
    set: async (owner: Owner, logo: Logo, check: Check): Promise<EmployerProfile> => {
      const current = await profiles.get(owner.employerId);
      check(current);
      if (current.logo !== null && isSameLogo(current.logo, logo)) {
        await put(current.logo, logo);
        return current;
      }
      const name = newLogoName(owner.employerId, logo);
      await put(name, logo);
      try {
        const { profile, former } = await rename(owner, check, (now) => (isSameLogo(now, logo) ? now : name));
        await discard(profile.logo === name ? former : name);
        return profile;
      } catch (error) {
        if (isCertain(error)) await discard(name);
        throw error;
      }
    },

    /** Deletes the logo of an employer, if there is one. */
    remove: async (owner: Owner, check: Check): Promise<void> => {
      const { former } = await rename(owner, check, () => null);
      await discard(former);
    },
  };
}
