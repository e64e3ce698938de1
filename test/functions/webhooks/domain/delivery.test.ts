import { describe, expect, test } from '@jest/globals';
import { likelyMillis } from '../../../../functions/webhooks/domain/delivery.ts';

describe('the time that the next attempt is likely to take', () => {
  test.each([
    ['none before the first one', [], 0],
    ['that of the slowest one that is known', [20, 1_900, 40], 1_900],
    ['that of one that is just quick enough, where one was slow or stuck', [15_000, 40], 2_000],
  ])('is %s', (_, known, millis) => {
    const attempts = known.map((milliseconds, index) => ({
      at: '2026-06-01T12:00:00.000Z',
      employer: null,
      event: index + 1,
      status: 204,
      error: null,
      milliseconds,
    }));
    expect(likelyMillis({ attempts })).toBe(millis);
  });
});
