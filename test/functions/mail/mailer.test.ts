import { expect, test } from '@jest/globals';
import { retryForDay, retryForWeek } from '../../../functions/mail/mailer.ts';

const MINUTE = 60_000;
const firstPauses = [1, 5, 30, 120, 360];
const DAY = 1_440;

/** The pauses of a mail that fails until it is given up, in minutes. */
function pausesOf(policy: typeof retryForWeek): number[] {
  let now = Date.parse('2029-03-10T12:00:00Z');
  const queuedAt = new Date(now).toISOString();
  const pauses: number[] = [];
  for (;;) {
    const pause = policy({ fault: 'passing' }, { queuedAt, attempts: pauses.length }, new Date(now));
    if (pause === undefined) return pauses;
    pauses.push(pause / MINUTE);
    now += pause;
  }
}

test('a failed mail is repeated after 1, 5 and 30 minutes, 2 and 6 hours, and then every day for a week', () => {
  expect(pausesOf(retryForWeek)).toEqual([...firstPauses, ...Array<number>(7).fill(DAY)]);
});

test('a confirmation is repeated with the same pauses, but never a day after it was queued', () => {
  expect(pausesOf(retryForDay)).toEqual(firstPauses);
});
