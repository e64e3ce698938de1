import { lruCache } from '../../platform/cache.ts';
import type { ClientAddress } from '../../http/client-address.ts';
import { now } from '../../platform/time/clock.ts';
import { setting } from '../../platform/config.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { signingKey } from '../../platform/crypto/signing-key.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import { signatureOf } from '../../platform/crypto/signature.ts';
import type { OpenPosting } from '../../postings/posting/posting.ts';
import { openPostingFinder } from '../../postings/services.ts';
import type { Suspicion } from '../application/application.ts';
import { requireApplyForm } from './apply-form.ts';
import { countedAddress, endOfHour, hourOf, isRefused, suspicionOf, type Counted } from './intake-limits.ts';
import { expiringCounts } from '../../platform/dynamodb/expiring-counts.ts';

const isLimited = setting('RATE_LIMITS');

/** The maximum number of refused addresses and jobs that a container caches. */
const MAX_REFUSED = 1_000;

/** The refused counters, until their hour ends. */
const refused = lruCache<number>(MAX_REFUSED);

/** The counters in their order: a refused address must not use up the limit of the job. */
const counted = {
  applications: { address: 'address', job: 'job', admitted: requireApplyForm },
  uploads: { address: 'uploadsOfAddress', job: 'uploadsForJob', admitted: requireApplyForm },
  // Also when candidates apply elsewhere.
  reports: { address: 'reportsOfAddress', job: 'reportsForJob', admitted: (posting) => posting },
} as const satisfies Record<
  string,
  { address: Counted; job: Counted; admitted: (posting: OpenPosting) => OpenPosting }
>;

type Intake = keyof typeof counted;

/** The counters of a request, with the names of its address and its job. */
const namesOf = (intake: Intake, { job }: OpenPosting, from: ClientAddress): [Counted, string][] => [
  [counted[intake].address, countedAddress(from.address)],
  [counted[intake].job, String(job.id)],
];

/** Limits who may send applications, their files, or reports, and for which postings. */
export function admission(db: Database, intake: Intake) {
  const find = openPostingFinder(db);

  /** The counters of this hour that a request increments; none without limits. */
  async function countsOf(posting: OpenPosting, from: ClientAddress) {
    if (!isLimited) return [];
    const secret = await signingKey(db);
    const seconds = toUnixSeconds(now());
    const hour = hourOf(seconds);
    const end = endOfHour(hour);
    return namesOf(intake, posting, from).map(([what, name]) => {
      const hash = signatureOf(secret, 'sender', JSON.stringify([what, name, hour]));
      return { what, hash, hour, end, secondsLeft: end - seconds };
    });
  }

  return {
    /**
     * Finds the posting for a request. A refusal that this container cached comes first: it costs no call and counts
     * for nothing. Throws what `openPosting` and `requireForm` throw, and Refusal `rate_limit_exceeded`.
     */
    admit: async (publicId: string, from: ClientAddress): Promise<OpenPosting> => {
      const posting = counted[intake].admitted(await find(publicId));
      for (const { what, hash, secondsLeft } of await countsOf(posting, from)) {
        suspicionOf(what, refused.get(hash, now().getTime()) ?? 0, secondsLeft);
      }
      return posting;
    },

    /** Counts a request, and returns what is suspicious about it. Throws Refusal `rate_limit_exceeded`. */
    count: async (posting: OpenPosting, from: ClientAddress): Promise<Suspicion[]> => {
      const suspicions: Suspicion[] = [];
      for (const { what, hash, hour, end, secondsLeft } of await countsOf(posting, from)) {
        const count = await expiringCounts(db).add(hash, end);
        if (isRefused(what, count)) {
          refused.set(hash, count, { from: hour * 1_000, until: end * 1_000 });
        }
        suspicions.push(...suspicionOf(what, count, secondsLeft));
      }
      return suspicions;
    },
  };
}
