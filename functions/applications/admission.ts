import type { ClientAddress } from '../http/client-address.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { signingKey } from '../platform/dynamodb/signing-key.ts';
import type { OpenPosting } from '../postings/domain/posting.ts';
import { openPostings } from '../postings/services.ts';
import { requireForm } from './domain/apply-here.ts';
import { originsOf, requireRoom, suspicionsOfRate, type Intake } from './hourly-limits.ts';

/** Who may send applications, or files for them, and for what. */
export function admission(db: Database, intake: Intake) {
  const find = openPostings(db);
  const arrivalOf = async ({ job }: OpenPosting, from: ClientAddress) => ({
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
      requireRoom(intake, await arrivalOf(posting, from));
      return posting;
    },
    /** Counts one more, and says what is suspicious about it. Throws Refusal `rate_limit_exceeded`. */
    count: async (posting: OpenPosting, from: ClientAddress) =>
      suspicionsOfRate(db, intake, await arrivalOf(posting, from)),
    /** Where an application comes from and its job, as hashes; none where nothing is limited. */
    originsOf: async (posting: OpenPosting, from: ClientAddress) => originsOf(await arrivalOf(posting, from)),
  };
}
