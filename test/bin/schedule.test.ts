import { describe, expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { startSchedule } from '../../bin/local/schedule.ts';

type Call = (input: unknown, context: Context) => Promise<void>;

/** A scheduled function that does `work` in each call, with pauses of `minute` milliseconds. */
function scheduled(work: Call, minute = 0) {
  const calls = [
    { operation: 'runCanary' as const, functionName: 'work', input: {}, every: 'minute' as const },
  ];
  return startSchedule(calls, async () => work, { minute, fiveMinutes: 0, hour: 0, day: 0 });
}

describe('the schedules of the local service', () => {
  test('call a function again after an error, but never while a previous call of the function still runs', async () => {
    let count = 0;
    let underWay = 0;
    let most = 0;
    const { promise: third, resolve } = Promise.withResolvers<void>();
    const schedule = scheduled(async () => {
      count += 1;
      underWay += 1;
      most = Math.max(most, underWay);
      if (count === 3) resolve();
      await new Promise((wake) => setTimeout(wake, 1));
      underWay -= 1;
      throw new Error('It failed.');
    });
    await third;
    await schedule.stop();
    expect(most).toBe(1);
  });

  test('call a function immediately at the start, and at the stop reduce the remaining time of a running call to five seconds', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<Context>();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const schedule = scheduled(async (_, context) => {
      begin(context);
      await ended;
    }, 3_600_000);
    const context = await begun;
    expect(context.getRemainingTimeInMillis()).toBeGreaterThan(60_000);
    const stopped = schedule.stop();
    expect(context.getRemainingTimeInMillis()).toBeLessThanOrEqual(5_000);
    end();
    await stopped;
  });
});
