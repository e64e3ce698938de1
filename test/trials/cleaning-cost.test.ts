import { describe, expect, test } from '@jest/globals';
import { cleanHtml } from '../../functions/markup/clean-html.ts';
import { hostileMarkup, repeated, type Shape } from '../fuzz/hostile-markup.ts';
import { leastCpuTime } from '../setup/cpu-time.ts';

/** Lengths in characters. Results below 128 KiB are copied too fast to show some faults. */
const SHORT = 40 * 1024;
const LONG = 4 * SHORT;

/** Doubling the length may multiply the cost by 2.6; quadratic growth would multiply it by 4. */
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
