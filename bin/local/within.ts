import { setTimeout as delay } from 'node:timers/promises';

/**
 * How long what is under way has to end when the service stops, in milliseconds. With the end of the engine, which takes
 * at most four seconds, Ctrl-C ends the process in ten.
 */
export const ENDING_MILLIS = 5_000;

/** Waits for work, but at most this many milliseconds; work that takes longer continues on its own. */
export async function within(millis: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, delay(millis, undefined, { ref: false })]);
}
