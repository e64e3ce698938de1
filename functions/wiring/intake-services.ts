import { CONSENT_VERSION } from '../../schemas/consent.ts';
import type { ApplicationContent } from '../domain/application-content.ts';
import type { Suspicion } from '../domain/application.ts';
import { requireForm } from '../domain/apply-here.ts';
import type { Idempotency } from '../domain/idempotency.ts';
import {
  countedAddress,
  endOfHour,
  hourOf,
  isRefused,
  suspicionOf,
  type Counted,
} from '../domain/intake-limits.ts';
import { boundedMemory } from '../http/bounded-memory.ts';
import { newApplication } from '../domain/new-application.ts';
import type { OpenPosting } from '../domain/posting.ts';
import { secondsOf } from '../domain/seconds.ts';
import { signatureOf } from '../domain/signature.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { applicationCounts } from '../store/applications/application-counts.ts';
import { applicationCreation } from '../store/applications/application-creation.ts';
import { signingKey } from '../store/signing-key.ts';
import { now } from './clock.ts';
import { setting } from './config.ts';
import { filesFor } from './file-access.ts';
import { logIntake } from './intake-log.ts';
import { openPostings } from './open-postings.ts';
import { publicAccess } from './public-access.ts';
import type { RequestTime } from './table-access.ts';

const isLimited = setting('RATE_LIMITS');
const retentionDays = setting('APPLICATION_RETENTION_DAYS');

/** The most addresses and jobs that a container knows to be refused. */
const KNOWN_REFUSED = 1_000;

/** The counts that are refused until their hour is over. They spare others the work of reading what is sent. */
const refused = boundedMemory<number>(KNOWN_REFUSED);

/** How an application came. */
interface Arrival {
  from: ClientAddress;
  language: string;
  idempotency?: Idempotency | undefined;
  /** What is suspicious about the form. */
  suspicions?: readonly Suspicion[];
}

/** What is counted together in this hour: applications of an address, or for a job. */
function countedNow(secret: Uint8Array, what: Counted, name: string) {
  const seconds = secondsOf(now());
  const hour = hourOf(seconds);
  const hash = signatureOf(secret, 'sender', JSON.stringify([what, name, hour]));
  return { hash, end: endOfHour(hour), secondsLeft: endOfHour(hour) - seconds };
}

/** The services for receiving applications, for one request. */
export function intakeServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  const counts = applicationCounts(db);
  const applications = applicationCreation(db, {
    files: filesFor(db),
    keptSeconds: retentionDays * 24 * 60 * 60,
    now,
  });

  const find = openPostings(db);

  /** What is suspicious about one more application of an address, or for a job, in this hour. */
  async function counted(secret: Uint8Array, what: Counted, name: string): Promise<Suspicion[]> {
    const { hash, end, secondsLeft } = countedNow(secret, what, name);
    const count = await counts.add(hash, end);
    if (isRefused(what, count)) refused.remember(hash, count, end * 1_000);
    return suspicionOf(what, count, secondsLeft);
  }

  /** Throws Refusal `rate_limit_exceeded` if this container knows that one more application is refused. */
  function requireRoom(secret: Uint8Array, what: Counted, name: string): void {
    const { hash, secondsLeft } = countedNow(secret, what, name);
    suspicionOf(what, refused.recall(hash, now().getTime()) ?? 0, secondsLeft);
  }

  async function suspicionsOfRate(secret: Uint8Array, sourceAddress: string, jobId: number) {
    // One after the other: an address that is refused must not use up what the job may receive.
    const ofAddress = await counted(secret, 'address', countedAddress(sourceAddress));
    const ofJob = await counted(secret, 'job', String(jobId));
    return [...ofAddress, ...ofJob];
  }

  return {
    ...access,
    isLimited,
    retentionDays,
    signingKey: () => signingKey(db),
    /** The posting that an address applies for, before anything of the application is read. Throws what `openPosting` and `requireForm` throw, and Refusal `rate_limit_exceeded`. */
    admit: async (publicId: string, sourceAddress: string): Promise<OpenPosting> => {
      const posting = requireForm(await find(publicId));
      if (isLimited) {
        const secret = await signingKey(db);
        requireRoom(secret, 'address', countedAddress(sourceAddress));
        requireRoom(secret, 'job', String(posting.job.id));
      }
      return posting;
    },
    /** Stores an application as `applicationCreation` does. Throws Refusal `rate_limit_exceeded`, too. */
    receive: async (
      posting: OpenPosting,
      content: ApplicationContent,
      { from, suspicions = [], idempotency, language }: Arrival,
    ) => {
      const secret = await signingKey(db);
      const ofRate = isLimited ? await suspicionsOfRate(secret, from.address, posting.job.id) : [];
      const heldFor = [...suspicions, ...ofRate];
      const acknowledged = await applications.create(
        newApplication(posting, content, {
          secret,
          language,
          idempotency,
          consent: { version: CONSENT_VERSION, language },
          suspicions: heldFor,
        }),
      );
      const { job, employer } = posting;
      if (!acknowledged.isRepeat)
        logIntake(
          { employerId: employer.id, jobId: job.id, heldFor, isNamedByProxy: from.isNamedByProxy },
          now,
        );
      return acknowledged;
    },
  };
}
