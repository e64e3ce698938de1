import type { Suspicion } from './domain/application.ts';
import {
  countedAddress,
  endOfHour,
  hourOf,
  isRefused,
  suspicionOf,
  type Counted,
} from './domain/intake-limits.ts';
import { secondsOf } from '../platform/values/seconds.ts';
import { signatureOf } from '../platform/values/signature.ts';
import { boundedMemory } from '../employers/domain/bounded-memory.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { applicationCounts } from './store/application-counts.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { now } from '../platform/clock.ts';
import { setting } from '../platform/config.ts';

const isLimited = setting('RATE_LIMITS');

/** The most addresses and jobs that a container knows to be refused. */
const KNOWN_REFUSED = 1_000;

/** The counts that are refused until their hour is over. */
const refused = boundedMemory<number>(KNOWN_REFUSED);

/** Where an application or a file comes from, and where it goes. */
interface Way {
  secret: Uint8Array;
  from: ClientAddress;
  jobId: number;
}

const addressOf = ({ from }: Way) => countedAddress(from.address);
const jobOf = ({ jobId }: Way) => String(jobId);

/** What is counted together in this hour: applications or uploads of an address, or for a job. */
function countedNow({ secret }: Way, what: Counted, name: string) {
  const seconds = secondsOf(now());
  const hour = hourOf(seconds);
  const hash = signatureOf(secret, 'sender', JSON.stringify([what, name, hour]));
  return { hash, end: endOfHour(hour), secondsLeft: endOfHour(hour) - seconds };
}

function requireKnownRoom(way: Way, what: Counted, name: string): void {
  const { hash, secondsLeft } = countedNow(way, what, name);
  suspicionOf(what, refused.recall(hash, now().getTime()) ?? 0, secondsLeft);
}

/** What is counted of each, in the order of counting: an address that is refused must not use up what the job may receive. */
const ways = {
  applications: { address: 'address', job: 'job' },
  uploads: { address: 'uploadsOfAddress', job: 'uploadsForJob' },
} as const satisfies Record<string, { address: Counted; job: Counted }>;

/** Whether applications or uploads are counted. */
export type CountedWay = keyof typeof ways;

const namesOf = (which: CountedWay, way: Way): [Counted, string][] => [
  [ways[which].address, addressOf(way)],
  [ways[which].job, jobOf(way)],
];

/**
 * Refuses one more, as far as this container knows, before anything of it is read: it costs no call and counts for
 * nothing. Throws Refusal `rate_limit_exceeded`.
 */
export function requireRoom(which: CountedWay, way: Way): void {
  if (!isLimited) return;
  for (const [what, name] of namesOf(which, way)) requireKnownRoom(way, what, name);
}

/** Counts one more, and says what is suspicious about it. Throws Refusal `rate_limit_exceeded`. */
export async function suspicionsOfRate(db: Database, which: CountedWay, way: Way): Promise<Suspicion[]> {
  if (!isLimited) return [];
  const counts = applicationCounts(db);
  const suspicions: Suspicion[] = [];
  for (const [what, name] of namesOf(which, way)) {
    const { hash, end, secondsLeft } = countedNow(way, what, name);
    const count = await counts.add(hash, end);
    if (isRefused(what, count)) refused.remember(hash, count, end * 1_000);
    suspicions.push(...suspicionOf(what, count, secondsLeft));
  }
  return suspicions;
}
