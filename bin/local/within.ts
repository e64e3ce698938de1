import { setTimeout as delay } from 'node:timers/promises';

/** Waits for work, but at most this many milliseconds; work that takes longer continues on its own. */
export async function within(millis: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, delay(millis, undefined, { ref: false })]);
}
