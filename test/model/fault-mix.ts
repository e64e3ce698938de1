import {
  badGateway,
  conflicting,
  internalErrorAfterWork,
  internalErrorBeforeWork,
  truncatedResponse,
  inProgress,
  delayedWork,
  lostResponse,
  lostRequest,
  noResponse,
  noResponseAfterWork,
  overloaded,
  partialBatch,
  throttled,
} from '../setup/faults.ts';
import type { Fault, FaultPlan } from '../setup/faulty-store.ts';
import { lags, type ChooseLag } from '../setup/lagging-indexes.ts';

/** The share of store calls that get a fault. */
const SHARE = 0.25;

/** The share of job writes that reach the indexes late, and the maximum number of queries before they do. */
const LAGGING_SHARE = 0.5;
const LAGGING_QUERIES = 20;

/** Each fault with its share in a thousand; faults without a response are rare, because each takes a second. */
const mix: [fault: (random: () => number) => Fault, share: number][] = [
  [() => throttled, 150],
  [() => overloaded, 100],
  [() => conflicting, 150],
  [() => inProgress, 100],
  [() => lostRequest, 100],
  [() => lostResponse, 120],
  [() => truncatedResponse, 50],
  [() => internalErrorBeforeWork, 40],
  [() => internalErrorAfterWork, 40],
  [() => badGateway, 28],
  [(random) => delayedWork(Math.floor(random() * 300)), 120],
  [() => noResponse, 1],
  [() => noResponseAfterWork, 1],
];

/** Random faults, which are the same for the same seed of `random`. Calls `onFault` for each. */
export function faultsByChance(random: () => number, onFault: () => void = () => undefined): FaultPlan {
  return ({ operation }) => {
    if (random() >= SHARE) return undefined;
    onFault();
    if (operation === 'BatchGetItem' && random() < 0.5) return partialBatch(Math.floor(random() * 2));
    let rest = random() * mix.reduce((sum, [, share]) => sum + share, 0);
    for (const [fault, share] of mix) {
      rest -= share;
      if (rest < 0) return fault(random);
    }
    return throttled;
  };
}

/** Random index lag, which a seeded `random` repeats. */
export const lagsByChance =
  (random: () => number): ChooseLag =>
  () => {
    if (random() >= LAGGING_SHARE) return undefined;
    const lag = lags[Math.floor(random() * lags.length)] ?? 'old row';
    return { lag, queries: Math.ceil(random() * LAGGING_QUERIES) };
  };
