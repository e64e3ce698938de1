/**
 * Starts a callback-based task; `start` returns a function that stops it. If the signal aborts first, the task is
 * stopped and the signal's reason is thrown.
 */
export const abortable = (
  signal: AbortSignal | undefined,
  start: (done: () => void) => () => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    let stop: (() => void) | undefined;
    const abort = () => {
      stop?.();
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', abort, { once: true });
    stop = start(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
  });
