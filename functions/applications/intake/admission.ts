import { isIPv6 } from 'node:net';
import { HOURLY_APPLICATIONS, HOURLY_REPORTS, HOURLY_UPLOADS } from '../../../schemas/application-limits.ts';
import type { Suspicion } from '../application/application.ts';
import { Refusal } from '../../platform/errors.ts';
import { lruCache } from '../../platform/cache.ts';
import { type ClientAddress, clientAddressOf } from '../../http/client-address.ts';
import { now } from '../../platform/time/clock.ts';
import { setting } from '../../platform/config.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { signingKey } from '../../platform/crypto/signing-key.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import { signatureOf } from '../../platform/crypto/signature.ts';
import { type OpenPosting, hasApplicationForm } from '../../postings/posting/posting.ts';
import { openPostingFinder } from '../../postings/services.ts';
import { addToCount } from '../../platform/dynamodb/writes.ts';
import type { OperationId } from '../../../schemas/operations.ts';
import { operationHandler, type Run } from '../../http/chain.ts';
import type { ChainServices, Handler, Incoming, Middleware } from '../../http/incoming.ts';
import type { ServicesFor } from '../../http/lambda-handler.ts';

/** An hourly limit. */
interface Limit {
  /** The name of its counters. */
  counter: string;
  /** The counted requests, as the refusal names them. */
  what: string;
  refused: number;
  /** The count after which a request is suspicious. */
  held?: { after: number; suspicion: Suspicion };
}

/** The hourly limits, of an address and of a job. A refused address does not use up the limit of the job. */
const limits = {
  applications: [
    {
      counter: 'address',
      what: 'applications from this address',
      refused: HOURLY_APPLICATIONS.address.refused,
      held: { after: HOURLY_APPLICATIONS.address.held, suspicion: 'address_busy' },
    },
    {
      counter: 'job',
      what: 'applications for this job',
      refused: HOURLY_APPLICATIONS.job.refused,
      held: { after: HOURLY_APPLICATIONS.job.held, suspicion: 'job_busy' },
    },
  ],
  uploads: [
    { counter: 'uploadsOfAddress', what: 'uploads from this address', refused: HOURLY_UPLOADS.address },
    { counter: 'uploadsForJob', what: 'uploads for this job', refused: HOURLY_UPLOADS.job },
  ],
  reports: [
    { counter: 'reportsOfAddress', what: 'reports from this address', refused: HOURLY_REPORTS.address },
    { counter: 'reportsForJob', what: 'reports of this posting', refused: HOURLY_REPORTS.job },
  ],
} as const satisfies Record<string, readonly [ofAddress: Limit, ofJob: Limit]>;

type Intake = keyof typeof limits;

const HOUR_SECONDS = 3_600;

/** The suspicion about the request with this count in an hour. Throws Refusal `rate_limit_exceeded` at the limit. */
function suspicionOf({ what, refused, held }: Limit, count: number, retryAfter: number): Suspicion[] {
  if (count > refused) {
    throw new Refusal('rate_limit_exceeded', `There are too many ${what}. Try again later.`, { retryAfter });
  }
  return held && count > held.after ? [held.suspicion] : [];
}

/** The eight groups of an IPv6 address, each in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser normalizes every IPv6 address, including those that end in an IPv4 address.
  const [head = [], tail = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail];
}

/** The prefix of an IPv6 address that maps an IPv4 address. */
const MAPPED = '0:0:0:0:0:ffff';

const bytesOf = (group: string) => [...Buffer.from(group.padStart(4, '0'), 'hex')];

/** The address to count: an IPv4 address, or the /64 network of an IPv6 address, which belongs to one subscriber. */
export function countedAddress(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  return groups.slice(0, 6).join(':') === MAPPED
    ? groups.slice(6).flatMap(bytesOf).join('.')
    : `${groups.slice(0, 4).join(':')}::/64`;
}

const isLimited = setting('RATE_LIMITS');

/** The maximum number of refused addresses and jobs that a container caches. */
const MAX_REFUSED = 1_000;

/** Caches the counters that refuse requests until their hour ends. */
const refusedCounts = lruCache<number>(MAX_REFUSED);

/** Limits applications, uploads and reports by network address and by posting. */
export function admission(db: Database, intake: Intake) {
  const find = openPostingFinder(db);

  /** The counters of this hour that a request increments; none without limits. */
  async function countersOf({ job }: OpenPosting, from: ClientAddress) {
    if (!isLimited) return [];
    const secret = await signingKey(db);
    const seconds = toUnixSeconds(now());
    const hour = seconds - (seconds % HOUR_SECONDS);
    const end = hour + HOUR_SECONDS;
    const names = [countedAddress(from.address), String(job.id)];
    return limits[intake].map((limit: Limit, index) => {
      const counted = JSON.stringify([limit.counter, names[index], hour]);
      return { limit, hash: signatureOf(secret, 'sender', counted), hour, end, secondsLeft: end - seconds };
    });
  }

  return {
    /**
     * Finds the posting for a request, which `count` counts later. Throws Refusal `rate_limit_exceeded` when this
     * container has cached one, without a call, and the refusals of `openPostingFinder` and `requireApplyForm`.
     */
    admit: async (publicId: string, from: ClientAddress): Promise<OpenPosting> => {
      const candidate = await find(publicId);
      // A posting can be reported even when candidates apply elsewhere.
      const posting = intake === 'reports' ? candidate : requireApplyForm(candidate);
      for (const { limit, hash, secondsLeft } of await countersOf(posting, from)) {
        suspicionOf(limit, refusedCounts.get(hash, now().getTime()) ?? 0, secondsLeft);
      }
      return posting;
    },

    /** Counts a request, and returns the suspicions about the request. Throws Refusal `rate_limit_exceeded`. */
    count: async (posting: OpenPosting, from: ClientAddress): Promise<Suspicion[]> => {
      const suspicions: Suspicion[] = [];
      for (const { limit, hash, hour, end, secondsLeft } of await countersOf(posting, from)) {
        const count = await addToCount(db, hash, end);
        if (count > limit.refused) refusedCounts.set(hash, count, { from: hour * 1_000, until: end * 1_000 });
        suspicions.push(...suspicionOf(limit, count, secondsLeft));
      }
      return suspicions;
    },
  };
}

/** Returns the posting if it has an application form. Throws Refusal `applied_elsewhere`. */
function requireApplyForm(posting: OpenPosting): OpenPosting {
  if (hasApplicationForm(posting.job)) return posting;
  throw new Refusal('applied_elsewhere', `Candidates apply at ${posting.job.applicationUrl}.`);
}

/** The services that decide whether an address may apply for a posting. */
interface Admission extends ChainServices {
  admit: (publicId: string, from: ClientAddress) => Promise<OpenPosting>;
}

/** The admitted request: its address and its posting. */
interface Admitted {
  from: ClientAddress;
  posting: OpenPosting;
}

/** The Lambda handler of requests from candidates: a sender is admitted before `readBody` or the chain reads the body. */
export function candidateHandler<Id extends OperationId, Services extends Admission>(
  id: Id,
  servicesFor: ServicesFor<Services>,
  run: Run<Id, Services & Admitted>,
  readBody?: (event: Incoming, posting: OpenPosting) => void,
): Handler {
  const admitSender: Middleware = {
    before: async ({ event }) => {
      const services = event.services as Services;
      const from = clientAddressOf(event);
      const posting = await services.admit(event.pathParameters?.['id'] ?? '', from);
      Object.assign(services, { from, posting });
      readBody?.(event, posting);
    },
  };
  return operationHandler(id, servicesFor as ServicesFor<Services & Admitted>, run, {
    auth: { headers: [], checks: [admitSender] },
    ...(readBody && { readers: [] }),
  });
}
