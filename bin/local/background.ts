import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { ENDING_MILLIS, waitAtMost } from './within.ts';

/** The pause before an ended thread is restarted, in milliseconds. */
const RESTART_MILLIS = 2_000;

const program = new URL('./background-thread.ts', import.meta.url);

/** The input of the background thread, in addition to the settings. */
export interface BackgroundWork {
  /** Whether the thread runs the bundles of `npm run build`. */
  isBundled: boolean;
  endpoint: string;
  /** The stream of the table; undefined when it has none. */
  stream: string | undefined;
}

/**
 * Calls scheduled functions and functions for changes of the table in a separate thread, so that their computations do
 * not block requests. The thread has the settings of this process, and each line that its functions log goes to `log`.
 * Restarts the thread when it ends by itself.
 */
export function startBackground(work: BackgroundWork, log: (line: string) => void) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let thread: Worker | undefined;

  async function keepRunning(): Promise<void> {
    while (!signal.aborted) {
      thread = new Worker(program, { workerData: work });
      thread.on('message', log);
      // Rejects with an uncaught error of the thread.
      const reason = await once(thread, 'exit').then(([exitCode]) => `exit code ${exitCode}`, inspect);
      if (signal.aborted) return;
      process.stderr.write(`The thread of background functions has ended and is started again: ${reason}\n`);
      await delay(RESTART_MILLIS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  const running = keepRunning();
  return {
    /** Starts no more calls, and waits up to ENDING_MILLIS for the current ones. */
    stop: async () => {
      stopping.abort();
      thread?.postMessage('stop');
      await waitAtMost(ENDING_MILLIS, running);
      await thread?.terminate();
    },
  };
}
