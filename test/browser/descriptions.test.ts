import { afterAll, describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { withLineFeeds } from '../../functions/validation/formats.ts';
import { cleanHtml } from '../../functions/markup/clean-html.ts';
import { aJob } from '../setup/a-job.ts';
import { launchBrowser } from './browser.ts';
import { startService } from '../setup/service.ts';
import { anyMarkup } from './any-markup.ts';
import { openDescriptionsPage } from './descriptions-page.ts';
import { hostileMarkup } from './markup-fixtures.ts';

const service = await startService();
const browser = await launchBrowser();
afterAll(async () => {
  await browser.close();
});

const fixtures = await hostileMarkup();
const BATCH = 100;

/** Text that makes the service reject a description, although cleaning would also remove forbidden markup around it. */
const controlCharacter = /[\0-\x08\x0E-\x1F\x7F]/;

const batchesOf = <Entry>(entries: readonly Entry[]): Entry[][] =>
  Array.from({ length: Math.ceil(entries.length / BATCH) }, (_, index) =>
    entries.slice(index * BATCH, (index + 1) * BATCH),
  );

const cleaned = async (html: string) => (await cleanHtml(html)).html;

describe('a description that was stored', () => {
  test.each(fixtures)('contains only allowed markup in six places of a page: %s', async (_, vectors) => {
    const page = await openDescriptionsPage(browser);
    const acme = await service.newEmployer();
    const stored: string[] = [];
    for (const vector of vectors) {
      const description = `Cook ${vector}`;
      const { status, body } = await acme.post('/jobs', aJob({ description }));
      const clean = await cleaned(withLineFeeds(description));
      expect(await cleaned(clean)).toBe(clean);
      stored.push(clean);
      const answered = status === 201 ? body.description : body.errors[0].code;
      expect([vector, answered]).toEqual([vector, controlCharacter.test(vector) ? 'malformed' : clean]);
    }
    for (const batch of batchesOf(stored)) expect(await page.faultsIn(batch)).toEqual([]);
    await page.close();
  });
});

describe('5,000 generated descriptions', () => {
  test('contain only allowed markup in six places of a page, and a second cleaning changes nothing', async () => {
    const page = await openDescriptionsPage(browser);
    let trials = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyMarkup, { minLength: 1, maxLength: BATCH, size: 'max' }),
        async (vectors) => {
          trials += vectors.length;
          const clean = await Promise.all(vectors.map(cleaned));
          expect(await Promise.all(clean.map(cleaned))).toEqual(clean);
          expect(await page.faultsIn(clean)).toEqual([]);
        },
      ),
      { numRuns: 130 },
    );
    expect(trials).toBeGreaterThan(5_000);
    await page.close();
  });
});

describe('the page that looks for hostile markup', () => {
  test('detects forbidden markup in every place, scripts and requests when the markup was not cleaned', async () => {
    const page = await openDescriptionsPage(browser);
    const raw = Object.fromEntries(fixtures);
    const faults = await page.faultsIn(raw['attributes'] ?? []);
    for (const position of ['div', 'cell', 'paragraph', 'template', 'srcdoc', 'written']) {
      expect(faults.filter((fault) => fault.startsWith(`${position}: `)).length).toBeGreaterThan(20);
    }
    expect(await page.faultsIn(['<script>alert(1)</script>'])).toContain('a script ran');
    expect(await page.faultsIn(['<img src=https://evil.test/>'])).toContain(
      'a request to https://evil.test/',
    );
    expect(await page.faultsIn(['</div></td></template>x<p>y'])).toContain('div: breaks out');
    await page.close();
  });
});
