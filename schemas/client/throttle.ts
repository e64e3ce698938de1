/** Below this part of its quota a client slows down. */
const LOW_PART = 1 / 10;

/**
 * Milliseconds between the starts of two requests. At the low part it is the pace at which the service grants requests
 * back, and slower in proportion to what is left: so clients that share an API key come to a pace that serves them all.
 */
function intervalFor(left: number, quota: number, windowSeconds: number): number {
  const low = quota * LOW_PART;
  return left < low ? ((windowSeconds * 1000) / quota) * (low / (left + 1)) : 0;
}

/** A whole number among the parameters of a header (RFC 9651); NaN where there is none. */
const parameterIn = (header: string | null, name: string): number =>
  Number(new RegExp(String.raw`;\s*${name}=(\d+)`).exec(header ?? '')?.[1]);

/** What the requests of one client pass before they are sent. */
export interface Throttle {
  /** Waits for a place; every place is given back by `leave`. Throws the reason of the signal. */
  enter: (signal: AbortSignal | undefined) => Promise<void>;
  leave: () => void;
  /** Lets no request start for so many milliseconds. */
  pause: (milliseconds: number) => void;
  /** Reads `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers) where an answer has them. */
  heed: (headers: Headers) => void;
}

/**
 * Makes the throttle of a client: first come, first served, at most so many requests at once, and slower while few are
 * left.
 * @throws RangeError when not even one may be sent.
 */
export function createThrottle(maxConcurrency: number): Throttle {
  if (!(maxConcurrency >= 1)) throw new RangeError('maxConcurrency must be at least 1');
  const waiting = new Set<() => void>();
  let inFlight = 0;
  // Instants and spans are milliseconds of a clock that nobody sets.
  let pausedUntil = 0;
  let lastStart = -Infinity;
  let interval = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function admit(): void {
    clearTimeout(timer);
    for (const start of waiting) {
      if (inFlight >= maxConcurrency) return;
      const now = performance.now();
      const milliseconds = Math.max(pausedUntil, lastStart + interval) - now;
      if (milliseconds > 0) {
        timer = setTimeout(admit, milliseconds);
        return;
      }
      waiting.delete(start);
      inFlight += 1;
      lastStart = now;
      start();
    }
  }

  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason as Error);
          return;
        }
        const giveUp = () => {
          waiting.delete(start);
          reject(signal?.reason as Error);
        };
        const start = () => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        waiting.add(start);
        admit();
      }),
    leave: () => {
      inFlight -= 1;
      admit();
    },
    pause: (milliseconds) => {
      pausedUntil = Math.max(pausedUntil, performance.now() + milliseconds);
    },
    heed: (headers) => {
      const left = parameterIn(headers.get('ratelimit'), 'r');
      const policy = headers.get('ratelimit-policy');
      const quota = parameterIn(policy, 'q');
      const windowSeconds = parameterIn(policy, 'w');
      if (Number.isNaN(left + quota + windowSeconds)) return;
      interval = intervalFor(left, quota, windowSeconds);
    },
  };
}
