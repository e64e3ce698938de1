import type { Database } from '../platform/dynamodb/database.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { Refusal, StoreUnavailable } from '../platform/errors.ts';
import type { LastWrite } from '../platform/dynamodb/last-write.ts';
import type { EmployerProfile } from './domain/employer-record.ts';
import { isSameLogo, logoKey, mediaTypeOf, newLogoName, type Logo } from './domain/logo-file.ts';
import { profileStore } from './store/profiles.ts';

/** Refuses to change this profile, if the request asks for another one. */
type Check = (current: EmployerProfile) => void;

/** Whose logo it is, and who changes it. */
interface Owner {
  employerId: number;
  by: LastWrite;
}

/** Whether it is certain that the profile names no new file. */
const isCertain = (error: unknown) =>
  error instanceof Refusal || (error instanceof StoreUnavailable && error.outcome === 'not-applied');

/** Changes the logos of employers: the file is put there first, then the profile names it, then the former file goes. */
export function logoKeeper(db: Database, files: Pick<FileStore, 'put' | 'remove'>) {
  const profiles = profileStore(db);

  const put = (name: string, logo: Logo) => files.put(logoKey(name), logo.bytes, mediaTypeOf(logo));

  /** Removes a file that no profile names; what fails here, the daily sweep removes. */
  const discard = async (name: string | null) => {
    if (name !== null) await files.remove(logoKey(name)).catch(() => undefined);
  };

  /** Makes the profile name a file. Returns what it is then, and which file it named before. */
  async function rename(
    { employerId, by }: Owner,
    check: Check,
    next: (current: string | null) => string | null,
  ) {
    let former: string | null = null;
    const amend = (current: EmployerProfile) => {
      check(current);
      const logo = next(current.logo);
      // An earlier attempt, whose answer was lost, may have written already.
      if (current.logo !== logo) former = current.logo;
      return { ...current, logo };
    };
    const profile = await profiles.update(employerId, amend, by);
    return { profile, former };
  }

  return {
    /** Gives an employer a logo. The same image again keeps its file, and puts it there where it was lost. */
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

    /** Takes the logo of an employer away, if it has one. */
    remove: async (owner: Owner, check: Check): Promise<void> => {
      const { former } = await rename(owner, check, () => null);
      await discard(former);
    },
  };
}
