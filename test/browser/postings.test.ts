import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { aJob } from '../setup/a-job.ts';
import { postingLink } from '../setup/public-pages.ts';
import { hostileMarkup } from './markup-fixtures.ts';
import { newReader, sizes, type Size } from './reader.ts';
import { shareWithBrowser } from './start.ts';

const { browser, origin, acme } = await shareWithBrowser();

const advertisement = JSON.parse(
  readFileSync(new URL('../fixtures/advertisements/offre-en-francais.json', import.meta.url), 'utf8'),
) as Record<string, unknown>;

/** Creates a posting. Returns its path. */
async function aPosting(fields: Record<string, unknown> = {}): Promise<string> {
  const created = await acme.post('/jobs', aJob({ status: 'active', ...fields }));
  return new URL(postingLink(created)).pathname;
}

const long = {
  ...advertisement,
  referenceId: null,
  status: 'active',
  closeDate: '2031-12-31',
  title: `Infirmière clinicienne ou infirmier clinicien – ${'Donaudampfschifffahrt'.repeat(4)}`,
  locations: ['Vancouver, BC', 'Montréal, QC', 'Toronto, ON'].map((description) => ({ description })),
  salary: { amount: 24.5, maxAmount: 30.25, period: { id: 5 }, plusCommission: true },
};

/** Whether an element is completely inside the window and its centre is not covered. */
const isInSight = (selector: string) => `(() => {
  const element = document.querySelector('${selector}');
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return top >= 0 && bottom <= innerHeight && element.contains(seen);
})()`;

describe.each(Object.keys(sizes) as Size[])('on a %s', (size) => {
  test('the keyboard reaches the button, and no focused link is covered', async () => {
    await using reader = await newReader(browser, origin, { size });
    const links = '<p><a href="https://example.com/">A link</a> and text.</p>'.repeat(30);
    await reader.open(await aPosting({ description: links }));
    // Skips the links to the front page, the other language and the employer's other postings.
    await reader.tabTo('.button', 4);
    for (let pressed = 0; pressed < 30; pressed += 1) {
      await reader.page.keyboard.press('Tab');
      expect(await reader.page.evaluate<boolean>(isInSight(':focus'))).toBe(true);
    }
    expect(await reader.faults()).toEqual([]);
  });
});

test('hostile texts run no script, load no resource and do not change the page', async () => {
  await using reader = await newReader(browser, origin, { size: 'phone' });
  const texts = (await hostileMarkup()).flatMap(([, each]) => each);
  const markup = texts.filter((each) => !/[^\P{Cc}\t\r\n]/u.test(each)).join('\n');
  const title = '</h1></script><script>document.title = "ran"</script><img src=x onerror=alert(1)>';
  await reader.open(await aPosting({ title, description: `<p>Text</p>${markup}` }));
  expect(await reader.page.locator('h1').textContent()).toBe(title);
  expect(await reader.page.title()).toContain('</h1>');
  expect(await reader.page.locator('img, iframe, svg, form').count()).toBe(0);
  expect(await reader.page.locator('.button').count()).toBe(1);
  expect(await reader.faults()).toEqual([]);
});

test.each([
  [360, 560],
  [844, 390],
  [1280, 600],
])(
  'the button is visible at the top and in the middle of the page, in a window of %i × %i',
  async (width, height) => {
    await using reader = await newReader(browser, origin, { size: 'desktop', locale: 'fr-CA' });
    await reader.page.setViewportSize({ width, height });
    const elsewhere = { applicantRoutingType: { id: 2 }, applicationUrl: 'https://example.com/' };
    for (const fields of [long, { ...long, ...elsewhere }]) {
      await reader.open(await aPosting(fields));
      expect(await reader.page.evaluate<boolean>(isInSight('.button'))).toBe(true);
      await reader.page.evaluate(`scrollTo(0, document.documentElement.scrollHeight / 2)`);
      expect(await reader.page.evaluate<boolean>(isInSight('.button'))).toBe(true);
      expect(await reader.faults()).toEqual([]);
    }
  },
);

test('the button does not stay on screen in a low window, such as one at 400 % zoom', async () => {
  await using reader = await newReader(browser, origin, { size: 'desktop' });
  await reader.page.setViewportSize({ width: 320, height: 256 });
  await reader.open(await aPosting(long));
  const button = reader.page.locator('.button');
  await reader.page.locator('section').first().scrollIntoViewIfNeeded();
  expect(await reader.page.evaluate<boolean>(isInSight('.button'))).toBe(false);
  await button.scrollIntoViewIfNeeded();
  expect(await reader.page.evaluate<boolean>(isInSight('.button'))).toBe(true);
  expect(await reader.faults()).toEqual([]);
});
