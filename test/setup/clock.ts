import { afterAll, beforeEach, jest } from '@jest/globals';

// Each test begins with the time of the machine.
beforeEach(() => void jest.useRealTimers());
afterAll(() => void jest.useRealTimers());

/** Stops the clock of this process at an instant (ISO text or milliseconds); timers keep running. */
export function setClock(instant: number | string): void {
  jest.useFakeTimers({
    now: new Date(instant),
    doNotFake: [
      ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
      ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
      ...(['requestAnimationFrame', 'cancelAnimationFrame'] as const),
      ...(['requestIdleCallback', 'cancelIdleCallback'] as const),
    ],
  });
}
