import { describe, expect, test } from '@jest/globals';
import { accentStyle } from '../../pages/public/accent-style.ts';
import { contrast, readableColor } from '../../schemas/color.ts';

// Values of WCAG 2.2. #767676 is the lightest grey that is readable on white.
test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#0b5cad', '#0b5cad', 1],
])('the contrast of %s and %s is %d', (one, other, expected) => {
  expect(contrast(one, other)).toBeCloseTo(expected, 2);
  expect(contrast(other, one)).toBeCloseTo(expected, 2);
});

test.each(['#767676', '#7B3F00', '#000000'])('%s is readable on white as it is', (color) => {
  expect(readableColor(color).nearest).toBe(color);
});

/** The accent of a color in the light and in the dark scheme. */
const accents = (color: string) =>
  [...accentStyle(color).matchAll(/--accent:(#[0-9a-f]{6})/g)].map(([, accent = '']) => accent);

describe('the style of a color', () => {
  test.each(['#000000', '#767676', '#7b3f00', '#0000ff', '#b3261e', '#1a7f37', '#00007f', '#8a00c2'])(
    'makes %s readable on the shades of light and dark pages, and under the text of buttons',
    (color) => {
      const [light = '', dark = ''] = accents(color);
      for (const [one, other] of [
        [light, '#ffffff'],
        [light, '#f5f7f9'],
        [dark, '#14171a'],
        [dark, '#1c2126'],
        [dark, '#0d1b2a'],
      ] as const) {
        expect(contrast(one, other)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  test('does not change a color that is readable', () => {
    expect(accents('#7b3f00')[0]).toBe('#7b3f00');
  });
});
