import { jest } from '@jest/globals';

const { setTimeout: timer } = globalThis;
const limit = AbortSignal.timeout.bind(AbortSignal);
const clock = performance.now.bind(performance);
const date = Date.now.bind(Date);

/**
 * Lets time pass `speed` times faster for everything that waits at least `least` milliseconds: timers, the limits of
 * signals, and the clocks. Random pauses are none. `jest.restoreAllMocks` ends it.
 */
export function hurryTime(speed: number, least = 0): void {
  const shorter = (millis: number) => (millis >= least ? millis / speed : millis);
  const hurried = (now: () => number) => {
    const from = now();
    return () => from + (now() - from) * speed;
  };
  jest.spyOn(Math, 'random').mockReturnValue(0);
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((millis) => limit(Math.round(shorter(millis))));
  jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((act: () => void, millis = 0, ...given: []) => timer(act, shorter(millis), ...given));
  if (least > 0) return;
  jest.spyOn(performance, 'now').mockImplementation(hurried(clock));
  jest.spyOn(Date, 'now').mockImplementation(hurried(date));
}
