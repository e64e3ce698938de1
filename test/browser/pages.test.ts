import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { applyForm, questionOfEachType } from '../setup/an-application.ts';
import { aFile, applicationsInTable } from '../setup/applications-in-table.ts';
import { recruitingPages } from '../setup/recruiting-page.ts';
import { aJob } from '../setup/a-job.ts';
import { createJobs } from '../setup/job-lists.ts';
import { realLogo } from '../setup/logos.ts';
import { postingLink } from '../setup/public-pages.ts';
import { newReader, schemes } from './reader.ts';
import { shareWithBrowser } from './start.ts';

const { browser, ...service } = await shareWithBrowser();

const at = (...names: string[]) => names.map((description) => ({ description }));

const offer = {
  status: 'active',
  salary: { amount: 27.4, maxAmount: 30, period: { id: 5 } },
  hoursPerWeek: { min: 35, max: 35 },
  workplace: 'on-site',
  benefits: ['Dental plan', 'Bread'],
  closeDate: '2031-12-31',
  description: 'You bake.',
  locations: at('Regina, SK'),
};

const pathOf = (url: string | null) => url?.slice(service.origin.length) ?? '';

/** Creates an employer with jobs and applications. Returns the paths of their pages. */
async function createPages() {
  const acme = await service.newEmployer({ name: 'Boulangerie du Vieux-Port inc.' });
  const { mediaType, bytes } = realLogo('chromium.png');
  expect((await acme.put('/employer/logo', bytes, { 'content-type': mediaType })).status).toBe(200);
  const about = `<p>${'We bake bread in three cities. '.repeat(20)}</p>`;
  await acme.put('/employer', { color: '#1f3a5f', website: 'https://example.com/', about });

  const post = async (fields: object) => {
    const created = await acme.post('/jobs', aJob({ ...offer, ...fields }));
    return { job: created.body, path: pathOf(postingLink(created)) };
  };

  const three = await post({
    title: 'Infirmière clinicienne ou infirmier clinicien, soins à domicile',
    locations: at('Montréal, QC', "St. John's, NL", 'Sainte-Agathe-des-Monts, QC'),
  });
  const remote = await post({
    title: 'Senior accounts payable and payroll administrator, bilingual, for all of our bakeries',
    locations: at('Canada'),
    workplace: 'remote',
  });
  const baker = await post({ title: 'Baker', locations: at('Halifax, NS') });
  const wide = await post({ title: `مهندس برمجيات أول – ${'Donaudampfschifffahrt'.repeat(4)}` });
  const confidential = await post({ confidential: true });
  const asking = await post({ questions: questionOfEachType });
  const closed = await post({ status: 'archived' });
  const clerk = { ...offer, title: 'Night warehouse clerk, shipping' };
  await createJobs(
    acme,
    Array.from({ length: 38 }, () => clerk),
  );

  const { create } = applicationsInTable(service.db);
  const apply = (fields: Parameters<typeof create>[2]) => create(acme.employer, three.job, fields);
  const full = {
    file: aFile,
    answers: [{ question: questionOfEachType[1], value: 'I like bread.' }],
    state: 'delivered',
  } as const;
  for (let n = 0; n < 39; n += 1) await apply(full);
  const bounced = await apply({ name: 'ليلى حداد', state: 'bounced' });
  await apply({ coverLetter: '<b>Eve</b>', state: 'held', suspicions: ['trap_filled'] });
  const recruiting = pathOf(
    await recruitingPages(service).linkTo({ acme, job: three.job, text: '', path: '' }),
  ).replace(/&lang=.*/, '');
  const employer = `/employers/${acme.employer.id}`;

  const applied = await fetch(`${service.origin}${baker.path}/apply`, { method: 'POST', body: applyForm() });
  const application = pathOf(applied.url).replace(/&lang=.*/, '');
  return {
    three: three.path,
    remote: remote.path,
    baker: baker.path,
    wide: wide.path,
    confidential: confidential.path,
    asking: asking.path,
    closed: closed.path,
    employer,
    application,
    recruiting,
    bounced,
  };
}

let paths: Awaited<ReturnType<typeof createPages>>;
beforeAll(async () => {
  paths = await createPages();
});

/** What a page shows, its path, and the button that leads from it to the page that is meant. */
const pages: [name: string, path: (from: typeof paths) => string, press?: string][] = [
  ['the front page', () => '/'],
  ['jobs that were found', () => '/?q=clerk'],
  ['no job that was found', () => '/?q=zeppelin'],
  ['the policy on reports', () => '/reporting'],
  ['no page', () => '/nowhere'],
  ['no posting', () => '/jobs/2147483647'],
  ['a closed posting', ({ closed }) => closed],
  ['a posting with three places', ({ three }) => three],
  ['a posting with a long word', ({ wide }) => wide],
  ['a confidential posting', ({ confidential }) => confidential],
  ['an employer', ({ employer }) => employer],
  ['jobs of an employer that were found', ({ employer }) => `${employer}?q=regina`],
  ['no job of an employer that was found', ({ employer }) => `${employer}?q=nobody&type=1`],
  ['a search with mistakes', ({ employer }) => `${employer}?category=99&workplace=x`],
  ['the form for applications', ({ asking }) => `${asking}/apply`],
  ['mistakes in an application', ({ asking }) => `${asking}/apply`, 'form > .button'],
  ['the form for reports', ({ wide }) => `${wide}/report`],
  ['mistakes in a report', ({ wide }) => `${wide}/report`, 'form > .button'],
  ['a received report', ({ wide }) => `${wide}/report?received`],
  ['an application', ({ application }) => application],
  ['the question before a withdrawal', ({ application }) => `${application}&withdraw`],
  ['the applications for a job', ({ recruiting }) => recruiting],
  ['the applications for a job in full', ({ recruiting }) => `${recruiting}&open=all`],
  ['the question before a deletion', ({ bounced, recruiting }) => `${recruiting}&erase=${bounced}`],
];

// Two combinations suffice: colours do not depend on the size of the window, nor the layout on colours.
describe.each([
  { size: 'desktop', scheme: 'light', locale: 'en-CA', width: 1280 },
  { size: 'phone', scheme: 'dark', locale: 'fr-CA', width: 320 },
] as const)('on a $size of $width pixels in $scheme colours, in $locale', ({ width, ...sight }) => {
  let reader: Awaited<ReturnType<typeof newReader>>;
  beforeAll(async () => {
    reader = await newReader(browser, service.origin, sight);
    await reader.page.setViewportSize({ width, height: 900 });
  });
  afterAll(() => reader[Symbol.asyncDispose]());

  test.each(pages)(
    'the page with %s is accessible, as wide as the window, and has borders around its buttons',
    async (_name, path, ...[press]) => {
      await reader.open(path(paths));
      if (press !== undefined) {
        const loading = reader.page.waitForEvent('load');
        await reader.page.locator(press).click();
        await loading;
      }
      expect(await reader.page.locator('html').getAttribute('lang')).toBe(sight.locale.slice(0, 2));
      expect({
        barriers: await reader.barriers(),
        borderless: await reader.borderless(),
        faults: await reader.faults(),
      }).toEqual({ barriers: [], borderless: [], faults: [] });
    },
  );
});

/** The largest heights, and the latest beginning of a description, by the size of the window, in CSS pixels. */
test.each([
  [375, 812, { description: 480, row: 145, person: 210 }],
  [768, 1024, { description: 480, row: 100, person: 130 }],
  [1280, 900, { description: 480, row: 100, person: 120 }],
])('pages keep to their limits in a window of %i × %i', async (width, height, limits) => {
  // French takes more room.
  await using page = await browser.newPage({ viewport: { width, height }, locale: 'fr-CA' });
  const measure = async (path: string, expression: string) => {
    await page.goto(`${service.origin}${path}`);
    return page.evaluate<number>(`(() => {
      const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect();
      const heights = (selector) => [...document.querySelectorAll(selector)].map((each) => each.offsetHeight);
      const highest = (selector) => Math.max(...heights(selector));
      return ${expression};
    })()`);
  };
  for (const path of [paths.three, paths.remote, paths.baker]) {
    expect(await measure(path, `boxOf('.posting section').top`)).toBeLessThanOrEqual(limits.description);
    const gap = `boxOf('.more h2').top - boxOf('.posting section').bottom`;
    expect(await measure(path, gap)).toBeGreaterThanOrEqual(28);
    expect(await measure(path, `boxOf('.apply .button').height`)).toBeGreaterThanOrEqual(44);
    expect(await measure(path, `Math.min(...heights('a'))`)).toBeGreaterThanOrEqual(24);
  }
  expect(await measure(paths.employer, `highest('.postings li')`)).toBeLessThanOrEqual(limits.row);
  expect(await measure(paths.recruiting, `highest('.applications li:not(:has(form))')`)).toBeLessThanOrEqual(
    limits.person,
  );
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
    await page.goto(`${service.origin}${paths.three}`);
    for (const brand of [...brands, ...otherBrands]) {
      const { contrasts, colorfulness } = await page.evaluate<Record<string, number[]>>(COLORS(brand));
      expect([brand, contrasts?.filter((contrast) => contrast < 4.5)]).toEqual([brand, []]);
      const [original = 0, displayed = 0] = colorfulness ?? [];
      expect([brand, original > 20 ? displayed > 60 : displayed < 20]).toEqual([brand, true]);
    }
  },
);
