import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aFile, applicationsInTable } from '../setup/applications-in-table.ts';
import { recruitingPages } from '../setup/recruiting-page.ts';
import { aJob } from '../setup/a-job.ts';
import { createJobs } from '../setup/job-lists.ts';
import { realLogo } from '../setup/logos.ts';
import { sharedService } from '../setup/shared-service.ts';
import { launchBrowser } from './browser.ts';
import { schemes } from './reader.ts';

const service = sharedService();
const browser = await launchBrowser();
afterAll(() => browser.close());

const at = (...names: string[]) => names.map((description) => ({ description }));

const offer = {
  status: 'active',
  salary: { amount: 27.4, maxAmount: 30, period: { id: 5 } },
  hoursPerWeek: { min: 35, max: 35 },
  workplace: 'on-site',
  benefits: ['Dental plan', 'Bread'],
  closeDate: '2031-12-31',
  description: 'You bake.',
};

const question = { id: 'why', text: 'Why do you want to bake?', type: 'longText' as const };

const offers = [
  {
    title: 'Infirmière clinicienne ou infirmier clinicien, soins à domicile',
    locations: at('Montréal, QC', "St. John's, NL", 'Sainte-Agathe-des-Monts, QC'),
  },
  {
    title: 'Senior accounts payable and payroll administrator, bilingual, for all of our bakeries',
    locations: at('Canada'),
    workplace: 'remote',
  },
  { title: 'Baker', locations: at('Halifax, NS') },
];

let postings: string[];
let employer: string;
let recruiting: string;
beforeAll(async () => {
  const acme = await service.newEmployer({ name: 'Boulangerie du Vieux-Port inc.' });
  const { mediaType, bytes } = realLogo('chromium.png');
  expect((await acme.put('/employer/logo', bytes, { 'content-type': mediaType })).status).toBe(200);
  await acme.put('/employer', { color: '#1f3a5f', website: 'https://example.com/' });
  const created = await Promise.all(offers.map((each) => acme.post('/jobs', aJob({ ...offer, ...each }))));
  postings = created.map(({ body }) => new URL(body.postingUrl).pathname);
  await createJobs(
    acme,
    Array.from({ length: 38 }, (_, n) => ({ ...offer, title: `Night warehouse clerk, shipping ${n}` })),
  );
  const { create } = applicationsInTable(service.db);
  const job = created[0]?.body;
  const answers = [{ question, value: 'I like bread.' }];
  for (let n = 0; n < 41; n += 1)
    await create(acme.employer, job, { file: aFile, answers, state: 'delivered' });
  const link = new URL((await recruitingPages(service).linkTo({ acme, job, text: '', path: '' })) ?? '');
  recruiting = `${link.pathname}${link.search}`;
  employer = `/employers/${acme.employer.id}`;
});

/** The largest heights, and the latest beginning of a description, by the size of the window, in CSS pixels. */
describe.each([
  [375, 812, { description: 480, row: 145, person: 210 }],
  [768, 1024, { description: 480, row: 100, person: 130 }],
  [1280, 900, { description: 480, row: 100, person: 120 }],
])('in a window of %i × %i', (width, height, limits) => {
  test.each(schemes)('pages keep to the limits, in the %s scheme', async (colorScheme) => {
    await using page = await browser.newPage({ colorScheme, viewport: { width, height } });
    const measure = async (path: string, expression: string) => {
      await page.goto(`${service.origin}${path}`);
      return page.evaluate<number>(`(() => {
        const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect();
        const highest = (selector) => Math.max(...[...document.querySelectorAll(selector)].map((each) => each.offsetHeight));
        return ${expression};
      })()`);
    };
    for (const path of postings) {
      expect(await measure(path, `boxOf('.posting section').top`)).toBeLessThanOrEqual(limits.description);
      const gap = `boxOf('.more h2').top - boxOf('.posting section').bottom`;
      expect(await measure(path, gap)).toBeGreaterThanOrEqual(28);
      expect(await measure(path, `boxOf('.apply .button').height`)).toBeGreaterThanOrEqual(44);
    }
    expect(await measure(employer, `highest('.postings li')`)).toBeLessThanOrEqual(limits.row);
    expect(await measure(recruiting, `highest('.applications li')`)).toBeLessThanOrEqual(limits.person);
  });
});

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

test.each(schemes)(
  'every color of an employer is readable and keeps its hue, in the %s scheme',
  async (colorScheme) => {
    await using page = await browser.newPage({ colorScheme });
    await page.goto(`${service.origin}${postings[0]}`);
    for (const brand of [...brands, ...otherBrands]) {
      const { contrasts, colorfulness } = await page.evaluate<Record<string, number[]>>(COLORS(brand));
      expect([brand, contrasts?.filter((contrast) => contrast < 4.5)]).toEqual([brand, []]);
      const [original = 0, displayed = 0] = colorfulness ?? [];
      expect([brand, original > 20 ? displayed > 60 : displayed < 20]).toEqual([brand, true]);
    }
  },
);
