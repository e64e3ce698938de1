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
const MAX_REFUSED = 1_000;

/** The counts that are refused until their hour is over. */
const refused = boundedMemory<number>(MAX_REFUSED);

/** Where an application or a file comes from, and where it goes. */
interface Arrival {
  secret: Uint8Array;
  from: ClientAddress;
  jobId: number;
}

const addressOf = ({ from }: Arrival) => countedAddress(from.address);
const jobOf = ({ jobId }: Arrival) => String(jobId);

/** What is counted together in this hour: applications or uploads of an address, or for a job. */
function countedNow({ secret }: Arrival, what: Counted, name: string) {
  const seconds = secondsOf(now());
  const hour = hourOf(seconds);
  const hash = signatureOf(secret, 'sender', JSON.stringify([what, name, hour]));
  return { hash, hour, end: endOfHour(hour), secondsLeft: endOfHour(hour) - seconds };
}

function requireKnownRoom(arrival: Arrival, what: Counted, name: string): void {
  const { hash, secondsLeft } = countedNow(arrival, what, name);
  suspicionOf(what, refused.recall(hash, now().getTime()) ?? 0, secondsLeft);
}

/** What is counted of each, in the order of counting: an address that is refused must not use up what the job may receive. */
const counted = {
  applications: { address: 'address', job: 'job' },
  uploads: { address: 'uploadsOfAddress', job: 'uploadsForJob' },
} as const satisfies Record<string, { address: Counted; job: Counted }>;

/** Whether applications or uploads are counted. */
export type Intake = keyof typeof counted;

const namesOf = (intake: Intake, arrival: Arrival): [Counted, string][] => [
  [counted[intake].address, addressOf(arrival)],
  [counted[intake].job, jobOf(arrival)],
];

/** Where an application comes from and its job, as hashes that say neither; none where nothing is limited. */
export const originsOf = (arrival: Arrival): string[] =>
  isLimited
    ? namesOf('applications', arrival).map((name) =>
        signatureOf(arrival.secret, 'origin', JSON.stringify(name)),
      )
    : [];

/**
 * Refuses one more, as far as this container knows, before anything of it is read: it costs no call and counts for
 * nothing. Throws Refusal `rate_limit_exceeded`.
 */
export function requireRoom(intake: Intake, arrival: Arrival): void {
  if (!isLimited) return;
  for (const [what, name] of namesOf(intake, arrival)) requireKnownRoom(arrival, what, name);
}

/** Counts one more, and says what is suspicious about it. Throws Refusal `rate_limit_exceeded`. */
export async function suspicionsOfRate(db: Database, intake: Intake, arrival: Arrival): Promise<Suspicion[]> {
  if (!isLimited) return [];
  const counts = applicationCounts(db);
  const suspicions: Suspicion[] = [];
  for (const [what, name] of namesOf(intake, arrival)) {
    const { hash, hour, end, secondsLeft } = countedNow(arrival, what, name);
    const count = await counts.add(hash, end);
    if (isRefused(what, count)) refused.remember(hash, count, { from: hour * 1_000, until: end * 1_000 });
    suspicions.push(...suspicionOf(what, count, secondsLeft));
  }
  return suspicions;
}
