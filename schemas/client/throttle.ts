import { abortable } from './retries.ts';

/** The share of the quota below which a client slows down. */
const LOW_PART = 1 / 10;

/**
 * Milliseconds between the starts of two requests. Below the threshold it starts at the rate at which the service
 * refills the quota, and grows as fewer requests remain, so clients that share an API key converge on a rate for all.
 */
function intervalFor(remaining: number, quota: number, windowSeconds: number): number {
  const low = quota * LOW_PART;
  return remaining < low ? ((windowSeconds * 1000) / quota) * (low / (remaining + 1)) : 0;
}

/** A whole-number parameter of a header (RFC 9651); NaN if it is missing. */
const parameterIn = (header: string | null, name: string): number =>
  Number(new RegExp(String.raw`;\s*${name}=(\d+)`).exec(header ?? '')?.[1]);

/** Decides when the requests of one client may start. */
export interface Throttle {
  /** Waits for a free slot; `leave` must be called afterwards. Throws the reason of the signal. */
  enter: (signal: AbortSignal | undefined) => Promise<void>;
  leave: () => void;
  /** Starts no request for a number of milliseconds. */
  pause: (milliseconds: number) => void;
  /** Reads `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers), if the response has them. */
  heed: (headers: Headers) => void;
}

/**
 * Creates the throttle of a client: first come, first served, with a maximum number of requests at the same time, and
 * slower when few requests are left.
 * @throws RangeError when `maxConcurrency` is less than 1.
 */
export function createThrottle(maxConcurrency: number): Throttle {
  if (!(maxConcurrency >= 1)) throw new RangeError('maxConcurrency must be at least 1');
  const queue = new Set<() => void>();
  let inFlight = 0;
  // Times and intervals are milliseconds of a monotonic clock.
  let pausedUntil = 0;
  let lastStart = -Infinity;
  let interval = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function admit(): void {
    clearTimeout(timer);
    for (const start of queue) {
      if (inFlight >= maxConcurrency) return;
      const now = performance.now();
      const milliseconds = Math.max(pausedUntil, lastStart + interval) - now;
      if (milliseconds > 0) {
        timer = setTimeout(admit, milliseconds);
        return;
      }
      queue.delete(start);
      inFlight += 1;
      lastStart = now;
      start();
    }
  }

  return {
    enter: (signal) =>
      abortable(signal, (start) => {
        queue.add(start);
        admit();
        return () => queue.delete(start);
      }),
    leave: () => {
      inFlight -= 1;
      admit();
    },
    pause: (milliseconds) => {
      pausedUntil = Math.max(pausedUntil, performance.now() + milliseconds);
    },
    heed: (headers) => {
      const remaining = parameterIn(headers.get('ratelimit'), 'r');
      const policy = headers.get('ratelimit-policy');
      const quota = parameterIn(policy, 'q');
      const windowSeconds = parameterIn(policy, 'w');
      if (Number.isNaN(remaining + quota + windowSeconds)) return;
      interval = intervalFor(remaining, quota, windowSeconds);
    },
  };
}
