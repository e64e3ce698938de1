import { isIPv6 } from 'node:net';
import type { Suspicion } from './application.ts';
import { Refusal } from './refusal.ts';

/** How many applications there may be in an hour: more are held, and far more are refused. */
const hourlyLimits = {
  /** From one address. Many candidates may share the address of a school or an employment office. */
  address: { held: 20, refused: 200, suspicion: 'address_busy' },
  /** For one job. */
  job: { held: 200, refused: 2_000, suspicion: 'job_busy' },
} as const satisfies Record<string, { held: number; refused: number; suspicion: Suspicion }>;

export type Counted = keyof typeof hourlyLimits;

const HOUR_SECONDS = 3_600;

/** The hour that is counted at a time, as its first second since 1970. */
export const hourOf = (seconds: number): number => seconds - (seconds % HOUR_SECONDS);

/** When an hour that began in a second is over, in seconds since 1970. */
export const endOfHour = (hour: number): number => hour + HOUR_SECONDS;

/**
 * What is suspicious about being the n-th of an hour. Throws Refusal `rate_limit_exceeded` far beyond the limit.
 */
export function suspicionOf(counted: Counted, count: number, secondsLeft: number): Suspicion[] {
  const { held, refused, suspicion } = hourlyLimits[counted];
  if (count > refused) {
    throw new Refusal(
      'rate_limit_exceeded',
      `There are too many applications ${counted === 'job' ? 'for this job' : 'from this address'}. Try again later.`,
      { retryAfter: secondsLeft },
    );
  }
  return count > held ? [suspicion] : [];
}

/** The eight groups of an IPv6 address, each in hexadecimal without zeros in front. */
function groupsOf(address: string): string[] {
  // The URL parser writes every IPv6 address in one way, also those that end as an IPv4 address.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = 8 - (before?.length ?? 0) - (after?.length ?? 0);
  return [
    ...(before ?? []),
    ...Array.from({ length: tail === undefined ? 0 : zeros }, () => '0'),
    ...(after ?? []),
  ];
}

/** What counts as one address: an IPv4 address, or the /64 network of an IPv6 address, which is one subscriber's. */
export function countedAddress(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  return mapped ?? `${groupsOf(plain).slice(0, 4).join(':')}::/64`;
}
