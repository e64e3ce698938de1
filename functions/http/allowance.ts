import { requestsHeld, secondsToWait, type RateLimit } from '../domain/rate-limit.ts';
import { boundedMemory } from './bounded-memory.ts';

/** The most keys whose leases a container keeps; the requests of a lease that it forgets are lost to the key. */
const KEPT_LEASES = 1_000;

/** Takes requests out of the shared bucket of a key, given when it was last known to be full. */
type TakeLease = (fullAt: number) => Promise<{ requests: number; fullAt: number }>;

interface Allowance {
  /** Requests that are leased and not spent. */
  left: number;
  /** When the shared bucket is full, as far as this container knows. */
  fullAt: number;
  leasing?: Promise<boolean> | undefined;
}

/** Where a key stands: whether the request is allowed, about how many are left, and the seconds of `secondsToWait`. */
export interface Standing {
  limit: RateLimit;
  allowed: boolean;
  remaining: number;
  seconds: number;
}

/** The requests that one container has leased for the keys that it serves. */
export function allowances() {
  const kept = boundedMemory<Allowance>(KEPT_LEASES);

  const allowanceOf = (hash: string, now: number): Allowance => {
    const known = kept.recall(hash, now);
    const allowance = known ?? { left: 0, fullAt: 0 };
    if (!known) kept.remember(hash, allowance, Infinity);
    return allowance;
  };

  /** Requests that come at once wait for one lease: each on its own would find the bucket emptied by the others. */
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
    /** Spends one request of a key at an instant, and leases more when none is left. Throws what `takeLease` throws. */
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
