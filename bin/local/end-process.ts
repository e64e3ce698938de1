import { setTimeout as delay } from 'node:timers/promises';

function signalled(processId: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(processId, signal);
  } catch {
    return false;
  }
}

/** Sends the signal and waits. Returns true once the process is gone, false if it still exists after the time. */
export async function endProcess(
  processId: number,
  signal: NodeJS.Signals,
  millis: number,
): Promise<boolean> {
  const deadline = performance.now() + millis;
  signalled(processId, signal);
  while (signalled(processId, 0)) {
    if (performance.now() > deadline) return false;
    await delay(10);
  }
  return true;
}
