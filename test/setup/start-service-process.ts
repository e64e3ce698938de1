import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Starts the service that suites share, in a process of its own: in Jest, each suite would load and compile the
 * handlers anew.
 */
export function startServiceProcess(silent = false) {
  const child = fork(fileURLToPath(new URL('service-process.ts', import.meta.url)), {
    stdio: ['ignore', silent ? 'ignore' : 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');

  async function origin(): Promise<string> {
    const [first] = (await Promise.race([once(child, 'message'), ended])) as unknown[];
    if (typeof first !== 'string') throw new Error('The shared service has not started.');
    return first;
  }

  return {
    /** Where it listens. */
    origin: origin(),
    /** Throws when its log showed private data, or when it had ended before. */
    stop: async () => {
      if (child.connected) child.disconnect();
      const [exitCode] = (await ended) as unknown[];
      if (exitCode !== 0) throw new Error('The shared service has failed, for the reason above.');
    },
  };
}
