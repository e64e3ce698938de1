import { isIPv6 } from 'node:net';
import { HOURLY_APPLICATIONS, HOURLY_REPORTS, HOURLY_UPLOADS } from '../../../schemas/application-limits.ts';
import type { Suspicion } from '../application/application.ts';
import { Refusal } from '../../platform/errors.ts';

interface Limit {
  /** What there is too much of. */
  what: string;
  refused: number;
  /** From when on it is suspicious. */
  held?: { after: number; suspicion: Suspicion };
}

const limits = {
  address: {
    what: 'applications from this address',
    refused: HOURLY_APPLICATIONS.address.refused,
    held: { after: HOURLY_APPLICATIONS.address.held, suspicion: 'address_busy' },
  },
  job: {
    what: 'applications for this job',
    refused: HOURLY_APPLICATIONS.job.refused,
    held: { after: HOURLY_APPLICATIONS.job.held, suspicion: 'job_busy' },
  },
  uploadsOfAddress: { what: 'uploads from this address', refused: HOURLY_UPLOADS.address },
  uploadsForJob: { what: 'uploads for this job', refused: HOURLY_UPLOADS.job },
  reportsOfAddress: { what: 'reports from this address', refused: HOURLY_REPORTS.address },
  reportsForJob: { what: 'reports of this posting', refused: HOURLY_REPORTS.job },
} as const satisfies Record<string, Limit>;

/** What is counted by the hour. */
export type Counted = keyof typeof limits;

const HOUR_SECONDS = 3_600;

/** The hour that is counted at a time, as its first second since 1970. */
export const hourOf = (seconds: number): number => seconds - (seconds % HOUR_SECONDS);

/** When an hour that began in a second is over, in seconds since 1970. */
export const endOfHour = (hour: number): number => hour + HOUR_SECONDS;

/** Whether the n-th of an hour is refused. */
export const isRefused = (counted: Counted, count: number): boolean => count > limits[counted].refused;

/**
 * What is suspicious about being the n-th of an hour. Throws Refusal `rate_limit_exceeded` far beyond the limit.
 */
export function suspicionOf(counted: Counted, count: number, secondsLeft: number): Suspicion[] {
  const { what, held }: Limit = limits[counted];
  if (isRefused(counted, count)) {
    throw new Refusal('rate_limit_exceeded', `There are too many ${what}. Try again later.`, {
      retryAfter: secondsLeft,
    });
  }
  return held && count > held.after ? [held.suspicion] : [];
}

/** The eight groups of an IPv6 address, each in hexadecimal without zeros in front. */
function groupsOf(address: string): string[] {
  // The URL parser writes every IPv6 address in one way, also those that end as an IPv4 address.
  const [head = [], tail = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail];
}

/** How an IPv6 address begins that stands for an IPv4 address. */
const MAPPED = '0:0:0:0:0:ffff';

const bytesOf = (group: string) => [...Buffer.from(group.padStart(4, '0'), 'hex')];

/** What counts as one address: an IPv4 address, or the /64 network of an IPv6 address, which is one subscriber's. */
export function countedAddress(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  return groups.slice(0, 6).join(':') === MAPPED
    ? groups.slice(6).flatMap(bytesOf).join('.')
    : `${groups.slice(0, 4).join(':')}::/64`;
}
