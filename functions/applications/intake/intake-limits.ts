import { isIPv6 } from 'node:net';
import { HOURLY_APPLICATIONS, HOURLY_REPORTS, HOURLY_UPLOADS } from '../../../schemas/application-limits.ts';
import type { Suspicion } from '../application/application.ts';
import { Refusal } from '../../platform/errors.ts';

interface Limit {
  /** The noun for its refusal. */
  what: string;
  refused: number;
  /** The count after which a request is suspicious. */
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

/** What is limited per hour. */
export type Counted = keyof typeof limits;

const HOUR_SECONDS = 3_600;

/** The first second of an hour, since 1970. */
export const hourOf = (seconds: number): number => seconds - (seconds % HOUR_SECONDS);

/** The end of an hour that began at a second, in seconds since 1970. */
export const endOfHour = (hour: number): number => hour + HOUR_SECONDS;

/** Whether the n-th request of an hour is refused. */
export const isRefused = (counted: Counted, count: number): boolean => count > limits[counted].refused;

/** The suspicion about the n-th request of an hour. Throws Refusal `rate_limit_exceeded` far beyond the limit. */
export function suspicionOf(counted: Counted, count: number, secondsLeft: number): Suspicion[] {
  const { what, held }: Limit = limits[counted];
  if (isRefused(counted, count)) {
    throw new Refusal('rate_limit_exceeded', `There are too many ${what}. Try again later.`, {
      retryAfter: secondsLeft,
    });
  }
  return held && count > held.after ? [held.suspicion] : [];
}

/** The eight groups of an IPv6 address, each in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser normalizes every IPv6 address, including those that end as an IPv4 address.
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
