import { expect, test } from '@jest/globals';
import { retryForDay, retryForWeek } from '../../../functions/mail/mailer.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const pauses = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, ...Array<number>(7).fill(DAY)];

/** The pauses of a mail that fails until it is given up. */
function pausesOf(policy: typeof retryForWeek): number[] {
  const queued = Date.parse('2029-03-10T12:00:00Z');
  const mail = { queuedAt: new Date(queued).toISOString() };
  const passed: number[] = [];
  for (let now = queued; ;) {
    const pause = policy({ fault: 'passing' }, { ...mail, attempts: passed.length }, new Date(now));
    if (pause === undefined) return passed;
    passed.push(pause);
    now += pause;
  }
}

test('a failed mail is repeated after 1, 5 and 30 minutes, 2 and 6 hours, and then every day for a week', () => {
  expect(pausesOf(retryForWeek)).toEqual(pauses);
});

test('a confirmation is repeated with the same pauses, but never a day after it was queued', () => {
  expect(pausesOf(retryForDay)).toEqual(pauses.slice(0, 5));
});
