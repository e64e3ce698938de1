import {
  debitOf,
  rateLimits,
  requestsFor,
  requestsHeld,
} from '../../functions/employers/domain/rate-limit.ts';
import { LAST_RETRY_MILLIS, longestPause } from '../../functions/platform/dynamodb/attempts.ts';
import { seeded } from '../setup/seeded.ts';
import { partitions, type ModelledCall } from './partitions.ts';
import { virtualTime, type Course } from './virtual-time.ts';

/** The time that a request has, and the time of one call to DynamoDB, in milliseconds. */
const REQUEST_MILLIS = 10_000;
const CALL_MILLIS = 5;

const BURST_SECONDS = 60;
const SECONDS = 180;
const NEIGHBOURS = 20;
/** Requests of the busy employer under way at once, and its pause after a 429, in milliseconds. */
const AT_ONCE = 50;
const PAUSE_MILLIS = 100;

const read = (units: ModelledCall['units']): ModelledCall => ({ kind: 'read', units });
const write = (units: ModelledCall['units']): ModelledCall => ({ kind: 'write', units });

/** Calls of a request: one after the other, and those in a list side by side. Units as the engine reports them. */
type Calls = readonly (ModelledCall | readonly ModelledCall[])[];

const draw = write({ table: 1 });
const creation = write({ table: 10, byPublishDate: 1, byStatus: 1, bySearchText: 1 });
const page = [read({ table: 0.5 }), read({ byPublishDate: 0.5 })];
const found = read({ table: 5 });
const megabyte = read({ bySearchText: 115 });

/** What the busy employer, with 100,000 jobs, may send without a pause, and as how many requests each counts at first. */
const busyLoads = {
  q: { calls: [megabyte, Array.from({ length: 5 }, () => megabyte), found], counted: 1 },
  'batches of 100 creations': {
    calls: [draw, ...Array.from({ length: 100 / 4 }, () => Array.from({ length: 4 }, () => creation))],
    counted: 11,
  },
} satisfies Record<string, { calls: Calls; counted: number }>;

export type Load = keyof typeof busyLoads;
export const loads = Object.keys(busyLoads) as Load[];

/** Whether a request counts as one, or as many as the units that it used. */
export type Charge = 'requests' | 'units';

/** What each of the others, with 1,000 jobs, sends in turn, one request a second. */
const usual: readonly Calls[] = [
  [page],
  [draw, creation],
  [read({ bySearchText: 6.5 }), found],
  [read({ table: 1 })],
];

export interface Outcome {
  /** Requests a second that were served to the busy employer. */
  served: number;
  /** The share of the others' calls that DynamoDB refused at first, and of their requests that ended with a 503. */
  refused: number;
  failed: number;
  /** Milliseconds of the slowest of twenty requests of the others. */
  slow: number;
}

const emptyTally = () => ({ served: 0, calls: 0, refused: 0, failed: 0, times: [] as number[] });

const outcomeOf = (
  { served, calls, refused, failed, times }: ReturnType<typeof emptyTally>,
  seconds: number,
): Outcome => ({
  served: served / seconds,
  refused: refused / calls,
  failed: failed / times.length,
  slow: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0,
});

/**
 * What a busy employer on the unlimited plan does to others whose jobs are in the same partitions: in the first minute,
 * when the bucket of its key is full, and in the two after it.
 */
export function neighbours(load: Load | undefined, charge: Charge): { burst: Outcome; after: Outcome } {
  const { now, begin, runUntil } = virtualTime();
  const { take } = partitions(now);
  const random = seeded(1);
  const tallies = { burst: emptyTally(), after: emptyTally() };
  const tally = () => tallies[now() < BURST_SECONDS * 1_000 ? 'burst' : 'after'];

  function* answered(call: ModelledCall, begun: number, isOthers: boolean): Course<boolean> {
    for (let retry = 0; ; retry += 1) {
      const isTaken = take(call);
      if (isOthers) {
        tally().calls += 1;
        tally().refused += isTaken ? 0 : 1;
      }
      if (isTaken) {
        yield CALL_MILLIS;
        return true;
      }
      const pause = random() * longestPause(retry);
      if (begun + REQUEST_MILLIS - now() - pause < LAST_RETRY_MILLIS) return false;
      yield pause;
    }
  }

  /** Makes the calls of a request; false if one of them was refused until the time was over. */
  function* performed(calls: Calls, isOthers: boolean): Course<boolean> {
    const begun = now();
    for (const step of calls) {
      const waiting = new Set<ModelledCall>();
      let isServed = true;
      for (const call of [step].flat().map((one) => ({ ...one }))) {
        waiting.add(call);
        begin(
          (function* (): Course {
            isServed = (yield* answered(call, begun, isOthers)) && isServed;
            waiting.delete(call);
          })(),
        );
      }
      while (waiting.size > 0) yield 1;
      if (!isServed) return false;
    }
    return true;
  }

  function* other(first: number): Course {
    yield (1_000 * first) / NEIGHBOURS;
    for (let n = first; ; n += 1) {
      const [begun, calls] = [now(), usual[n % usual.length] ?? []];
      const isServed = yield* performed(calls, true);
      tally().times.push(now() - begun);
      if (!isServed) tally().failed += 1;
      yield Math.max(1, begun + 1_000 - now());
    }
  }

  /** When the bucket of the busy employer's key is full. */
  let fullAt = 0;
  const limit = rateLimits.unlimited;
  const debit = (requests: number) => {
    fullAt = Math.max(fullAt, now()) + debitOf(limit, requests).millis;
  };

  function* busy({ calls, counted }: (typeof busyLoads)[Load]): Course {
    const all = calls.flat();
    const unitsOf = (kind: ModelledCall['kind']) =>
      all
        .filter((call) => call.kind === kind)
        .flatMap(({ units }) => Object.values(units))
        .reduce((sum, units) => sum + units, 0);
    const used = { readUnits: unitsOf('read'), writeUnits: unitsOf('write') };
    for (;;) {
      if (requestsHeld(limit, fullAt, now()) < counted) {
        yield PAUSE_MILLIS;
        continue;
      }
      debit(counted);
      if (yield* performed(calls, false)) tally().served += 1;
      if (charge === 'units') debit(Math.max(0, requestsFor(limit, used) - counted));
    }
  }

  const wanted = load && busyLoads[load];
  for (let n = 0; n < NEIGHBOURS; n += 1) begin(other(n));
  if (wanted) for (let n = 0; n < AT_ONCE; n += 1) begin(busy(wanted));
  runUntil(SECONDS * 1_000);
  return {
    burst: outcomeOf(tallies.burst, BURST_SECONDS),
    after: outcomeOf(tallies.after, SECONDS - BURST_SECONDS),
  };
}
