import { requestsHeld, secondsToWait, type RateLimit } from '../domain/rate-limit.ts';
import { boundedMemory } from './bounded-memory.ts';

/** The maximum number of keys whose leases a container keeps. If it drops a lease, the key loses its requests. */
const KEPT_LEASES = 1_000;

/** Takes requests out of the shared bucket of a key, given the last known time at which it is full. */
type TakeLease = (fullAt: number) => Promise<{ requests: number; fullAt: number }>;

interface Allowance {
  /** Leased requests that are not used yet. */
  left: number;
  /** When the shared bucket is full, as far as this container knows. */
  fullAt: number;
  leasing?: Promise<boolean> | undefined;
}

/** The state of a key: whether the request is allowed, about how many are left, and the seconds of `secondsToWait`. */
export interface Standing {
  limit: RateLimit;
  allowed: boolean;
  remaining: number;
  seconds: number;
}

/** The requests that one container has leased, by key. */
export function allowances() {
  const kept = boundedMemory<Allowance>(KEPT_LEASES);

  const allowanceOf = (hash: string, now: number): Allowance => {
    const known = kept.recall(hash, now);
    const allowance = known ?? { left: 0, fullAt: 0 };
    if (!known) kept.remember(hash, allowance, Infinity);
    return allowance;
  };

  /** Concurrent requests share one lease: with a lease each, they would empty the bucket for one another. */
  const more = (allowance: Allowance, takeLease: TakeLease): Promise<boolean> =>
    (allowance.leasing ??= takeLease(allowance.fullAt)
      .then(({ requests, fullAt }) => {
        allowance.left += requests;
        allowance.fullAt = fullAt;
        return requests > 0;
      })
      .finally(() => {
        allowance.leasing = undefined;
      }));

  return {
    /** Uses one request of a key, and leases more when none are left. Throws what `takeLease` throws. */
    spend: async (hash: string, limit: RateLimit, now: number, takeLease: TakeLease): Promise<Standing> => {
      const allowance = allowanceOf(hash, now);
      while (allowance.left < 1 && (await more(allowance, takeLease)));
      const allowed = allowance.left > 0;
      if (allowed) allowance.left -= 1;
      const { left, fullAt } = allowance;
      const remaining = Math.min(limit.quota, left + requestsHeld(limit, fullAt, now));
      return { limit, allowed, remaining, seconds: secondsToWait(limit, fullAt, now, remaining === 0) };
    },
  };
}
