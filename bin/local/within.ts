import { setTimeout as delay } from 'node:timers/promises';

/** Waits for work, but no longer than so many milliseconds; what takes longer is left to itself. */
export async function within(millis: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, delay(millis, undefined, { ref: false })]);
}
