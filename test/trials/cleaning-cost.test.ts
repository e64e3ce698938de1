import { describe, expect, test } from '@jest/globals';
import { cleanHtml } from '../../functions/markup/clean-html.ts';
import { hostileMarkup, repeated, type Shape } from '../fuzz/hostile-markup.ts';
import { leastCpuTime } from '../setup/cpu-time.ts';

/** In characters. A result of less than 128 KiB is copied too fast for some faults to show. */
const SHORT = 40 * 1024;
const LONG = 4 * SHORT;

/** Twice the length may cost 2.6 times as much: 4 times is what grows with the square. */
const mostGrowth = 2.6 ** Math.log2(LONG / SHORT);

const cost = (shape: Shape, length: number, until?: Parameters<typeof leastCpuTime>[1]) => {
  const html = shape(length);
  return leastCpuTime(() => cleanHtml(html), until);
};

const ofLineBreaks = await cost(repeated('<br>'), LONG, { runs: 5 });

describe('the CPU cost of cleaning a description', () => {
  test.each(Object.entries(hostileMarkup))(
    'is at most three times the cost of equally long <br> tags, and grows in proportion to the length: %s',
    async (_, shape) => {
      const most = Math.min(3 * ofLineBreaks, mostGrowth * (await cost(shape, SHORT)));
      expect(await cost(shape, LONG, { quickEnough: most, runs: 8 })).toBeLessThanOrEqual(most);
    },
  );
});
