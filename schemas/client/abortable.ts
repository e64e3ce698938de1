/**
 * Starts something that calls back once it is done, and returns how to stop it. If the signal aborts first, it is stopped,
 * and the reason of the signal is thrown.
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
