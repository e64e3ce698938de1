import { beforeAll, expect, test } from '@jest/globals';
import { aJob } from '../setup/a-job.ts';
import { newReader, type Reader } from './reader.ts';
import { shareWithBrowser } from './start.ts';

const { browser, origin, acme } = await shareWithBrowser();

const at = (...names: string[]) => names.map((description) => ({ description }));
const jobs = [
  {
    title: `Infirmière clinicienne – ${'Donaudampfschifffahrt'.repeat(6)}`,
    locations: at('Montréal, QC', "St. John's, NL", 'Vancouver, BC'),
    salary: { amount: 24.5, maxAmount: 30.25, period: { id: 5 }, plusCommission: true },
    workplace: 'hybrid',
  },
  { title: 'مهندس برمجيات أول', workplace: 'remote', positionType: { id: 3 } },
  { title: '</h2><script>document.title = "ran"</script><img src=x onerror=alert(1)>' },
  ...Array.from({ length: 20 }, (_, number) => ({ title: `Baker ${number}`, locations: at('Halifax, NS') })),
];

const longAbout = `<p>${'We bake bread in three cities. '.repeat(20)}</p>`;

beforeAll(async () => {
  expect((await acme.put('/employer', { about: longAbout })).status).toBe(200);
  for (const job of jobs)
    expect((await acme.post('/jobs', aJob({ status: 'active', ...job }))).status).toBe(201);
});

const PAGE = `/employers/${acme.employer.id}`;

const count = ({ page }: Reader) => page.locator('.postings li').count();

test('a reader without scripts searches by keyboard, goes back and forward, and still sees the typed text', async () => {
  await using reader = await newReader(browser, origin, { size: 'phone', hasScripts: false });
  const { page } = reader;
  await reader.open(PAGE);
  await page.getByLabel('Title or place').fill('saint johns');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=saint\+johns/);
  expect(await page.locator('.postings li').allInnerTexts()).toEqual([
    expect.stringContaining('$24.50 to $30.25 an hour, plus commission'),
  ]);
  await page.getByText('Filters').click();
  await page.getByLabel('Position type').selectOption('Contract');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL(/type=3/);
  expect(await page.getByText('No open job matches').count()).toBe(1);
  await page.goBack();
  await page.waitForURL(/type=(?:&|$)/);
  expect(await count(reader)).toBe(1);
  await page.goForward();
  await page.waitForURL(/type=3/);
  expect(await page.getByLabel('Title or place').inputValue()).toBe('saint johns');
  await page.getByRole('link', { name: 'Show all jobs' }).click();
  await page.waitForURL(`${origin}${PAGE}`);
  expect(await count(reader)).toBe(18);
});

test('the search fields are in one line with the search button, and the keyboard reaches them in order', async () => {
  await using reader = await newReader(browser, origin, { size: 'desktop' });
  await reader.open(PAGE);
  const fields = await reader.page.locator('.search :is(input, select, .button)').all();
  const boxes = await Promise.all(fields.map((each) => each.boundingBox()));
  expect(boxes).toHaveLength(5);
  expect(new Set(boxes.map((box) => `${box?.y} ${box?.height}`)).size).toBe(1);
  // Skips the links to the front page and the other language, and the button that expands the employer's description.
  await reader.tabTo('#q', 4);
  for (const field of ['#place', '#type', '#workplace', '.search button', '.postings a']) {
    await reader.tabTo(field, 1);
  }
});

test.each([
  [320, 640],
  [640, 360],
])('a window of %i × %i shows the beginning of the list, and nothing is cut off', async (width, height) => {
  for (const locale of ['en-CA', 'fr-CA']) {
    await using reader = await newReader(browser, origin, { size: 'phone', locale });
    await reader.page.setViewportSize({ width, height });
    await reader.open(PAGE);
    const top = await reader.page.locator('.postings h2').first().boundingBox();
    expect(top?.y).toBeLessThan(height);
    expect(await reader.faults()).toEqual([]);
  }
});
