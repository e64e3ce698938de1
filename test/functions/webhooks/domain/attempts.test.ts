import { describe, expect, test } from '@jest/globals';
import { isFast } from '../../../../functions/webhooks/domain/attempts.ts';

const succeeded = (milliseconds: number) => ({ status: 204, error: null, milliseconds });
const hung = { status: null, error: 'timed_out', milliseconds: 2_000 } as const;

describe('isFast of a webhook', () => {
  test.each([
    ['fast before its first attempt', [], true],
    [
      'fast when all of the last five attempts were fast',
      [hung, ...Array.from({ length: 5 }, () => succeeded(20))],
      true,
    ],
    [
      'slow while one of the last five attempts hung, even if every retry succeeded',
      [succeeded(20), hung, succeeded(20), succeeded(20), succeeded(20)],
      false,
    ],
    ['slow after an attempt that took more than two seconds', [succeeded(2_001), succeeded(20)], false],
    ['slow after an attempt that failed', [{ status: 500, error: null, milliseconds: 20 }], false],
  ])('considers its receiver %s', (_, known, expected) => {
    const attempts = known.map((outcome, index) => ({
      at: '2026-06-01T12:00:00.000Z',
      employer: null,
      event: index + 1,
      ...outcome,
    }));
    expect(isFast({ attempts })).toBe(expected);
  });
});
