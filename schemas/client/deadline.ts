/** A signal that aborts after a time, or with another signal. */
export interface Deadline {
  signal: AbortSignal;
  /** Stops the clock. */
  end: () => void;
}

/** Starts a timer. The signal's reason is an Error that mentions the milliseconds. */
export function deadlineOf(milliseconds: number, signal: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const expire = () => controller.abort(new Error(`nothing came within ${milliseconds / 1000} seconds`));
  const follow = () => controller.abort(signal?.reason);
  const timer = setTimeout(expire, milliseconds);
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow);
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', follow);
    },
  };
}
