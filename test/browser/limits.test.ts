import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sharedService } from '../setup/shared-service.ts';
import { launchBrowser } from './browser.ts';
import { schemes } from './reader.ts';

const service = sharedService();
const browser = await launchBrowser();
afterAll(() => browser.close());

/** Colors of employers: dark, light, grey, and of each hue. */
const brands = ['#1f3a5f', '#000000', '#767676', '#ffffff', '#ffd966', '#7b3f00', '#b3261e', '#00ff00'];
const otherBrands = ['#0000ff', '#aa00fa', '#32870f', '#8a6d00', '#ff00ff', '#00b7c3'];

/**
 * What a color leads to: the contrasts of the text on the button, and of a link on the page and on its shade; and how
 * far the color and the link are from grey. A canvas converts each color to red, green and blue.
 */
const COLORS = (brand: string) => `(() => {
  document.documentElement.style.setProperty('--brand', '${brand}');
  const button = getComputedStyle(document.querySelector('main .button'));
  const link = getComputedStyle(document.querySelector('main .quiet a'));
  const { backgroundColor: paper } = getComputedStyle(document.documentElement);
  const { backgroundColor: shade } = getComputedStyle(document.querySelector('aside'));
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const channels = (color) => {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (color) => {
    const [red, green, blue] = channels(color).map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (...colors) => {
    const [darker, lighter] = colors.map(luminance).sort((one, other) => one - other);
    return (lighter + 0.05) / (darker + 0.05);
  };
  return {
    contrasts: [[button.color, button.backgroundColor], [link.color, paper], [link.color, shade]].map((pair) => contrast(...pair)),
    colorfulness: ['${brand}', link.color].map((color) => Math.max(...channels(color)) - Math.min(...channels(color))),
  };
})()`;

let posting: string;
beforeAll(async () => {
  const { job } = await service.employerWithJob({ status: 'active' });
  posting = new URL(job.postingUrl).pathname;
});

test.each(schemes)(
  'every color of an employer is readable and keeps its hue, in the %s scheme',
  async (colorScheme) => {
    await using page = await browser.newPage({ colorScheme });
    await page.goto(`${service.origin}${posting}`);
    for (const brand of [...brands, ...otherBrands]) {
      const { contrasts, colorfulness } = await page.evaluate<Record<string, number[]>>(COLORS(brand));
      expect([brand, contrasts?.filter((contrast) => contrast < 4.5)]).toEqual([brand, []]);
      const [original = 0, displayed = 0] = colorfulness ?? [];
      expect([brand, original > 20 ? displayed > 60 : displayed < 20]).toEqual([brand, true]);
    }
  },
);
