import type { ClientAddress } from '../http/client-address.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { signingKey } from '../platform/dynamodb/signing-key.ts';
import type { OpenPosting } from '../postings/domain/posting.ts';
import { openPostings } from '../postings/services.ts';
import { requireForm } from './domain/apply-here.ts';
import { requireRoom, suspicionsOfRate, type CountedWay } from './hourly-limits.ts';

/** Who may send applications, or files for them, and for what. */
export function admission(db: Database, which: CountedWay) {
  const find = openPostings(db);
  const wayOf = async ({ job }: OpenPosting, from: ClientAddress) => ({
    secret: await signingKey(db),
    from,
    jobId: job.id,
  });
  return {
    /**
     * The posting that an address sends one for, before anything of it is read. Throws what `openPosting` and
     * `requireForm` throw, and Refusal `rate_limit_exceeded`.
     */
    admit: async (publicId: string, from: ClientAddress): Promise<OpenPosting> => {
      const posting = requireForm(await find(publicId));
      requireRoom(which, await wayOf(posting, from));
      return posting;
    },
    /** Counts one more, and says what is suspicious about it. Throws Refusal `rate_limit_exceeded`. */
    count: async (posting: OpenPosting, from: ClientAddress) =>
      suspicionsOfRate(db, which, await wayOf(posting, from)),
  };
}
