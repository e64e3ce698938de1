import { setTimeout as delay } from 'node:timers/promises';

/**
 * The time limit for current work when the service stops, in milliseconds. Together with the end of the engine, which
 * takes at most four seconds, Ctrl-C ends the process within ten seconds.
 */
export const ENDING_MILLIS = 5_000;

/** Waits for work, but at most this many milliseconds; work that takes longer continues on its own. */
export async function waitAtMost(millis: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, delay(millis, undefined, { ref: false })]);
}
