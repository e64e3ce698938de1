import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  addDays,
  dateOf,
  endOfDay,
  hasPassed,
  startOfDay,
} from '../../../functions/platform/time/calendar.ts';

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const date = fc.integer({ min: 0, max: 10 * 366 }).map((days) => addDays('2026-01-01', days));

test('in every time zone a day begins when the day before ends, and from then on the day before counts as passed', () => {
  fc.assert(
    fc.property(zone, date, (timeZone, day) => {
      const start = startOfDay(day, timeZone);
      const end = new Date(endOfDay(day, timeZone));
      const next = startOfDay(addDays(day, 1), timeZone);
      const before = new Date(start.getTime() - 1);
      expect([before, start, end, next].map((instant) => dateOf(instant, timeZone))).toEqual([
        addDays(day, -1),
        day,
        day,
        addDays(day, 1),
      ]);
      expect(next.getTime() - end.getTime()).toBe(1_000);
      const passed = [end, next].map((now) => hasPassed(day, now, () => dateOf(now, timeZone)));
      expect(passed).toEqual([false, true]);
    }),
    {
      numRuns: 2_000,
      examples: [
        ['America/Toronto', '2026-03-08'],
        ['America/Toronto', '2026-11-01'],
        ['Pacific/Kiritimati', '2026-06-30'],
        // Clocks change at midnight.
        ['Africa/Cairo', '2026-10-29'],
        ['Africa/Cairo', '2026-04-24'],
        ['America/Santiago', '2026-09-06'],
        // The last hour of the day occurs twice, or is skipped.
        ['America/Nuuk', '2029-10-27'],
        ['America/Nuuk', '2029-03-24'],
      ],
    },
  );
});
