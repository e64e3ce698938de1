import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { problemType } from '../../schemas/problems.ts';
import { newReader, tryOf, type Reader } from './reader.ts';
import { startWithBrowser } from './start.ts';

const { browser, origin } = await startWithBrowser();

/** Pages that differ in what they consist of. Other groups of operations have the parts of these. */
const pages = [
  '/docs',
  '/docs/applications',
  '/docs/schemas',
  '/docs/clients',
  problemType('validation_failed'),
];

// Two combinations suffice: colours do not depend on the window size, and the layout does not depend on colours.
describe.each([
  { size: 'desktop', scheme: 'light', paths: [...pages, '/docs/partners', '/docs/reference-data'] },
  { size: 'phone', scheme: 'dark', paths: pages },
] as const)('on a $size in $scheme colours', ({ paths, ...sight }) => {
  let reader: Reader;
  beforeAll(async () => {
    reader = await newReader(browser, origin, sight);
  });
  afterAll(() => reader[Symbol.asyncDispose]());

  test('the reference has no accessibility violations when all its sections and a response are open', async () => {
    const { page } = reader;
    await reader.open('/docs/jobs#createJob');
    await page.evaluate(
      `for (const each of document.querySelectorAll('details:not(#createJob .try)')) each.open = true`,
    );
    const create = await tryOf(page, 'createJob');
    expect((await create.send()).outcome).toMatch(/^401/);
    expect(await reader.barriers()).toEqual([]);
    expect(await reader.faults()).toEqual([]);
    await reader.openMenu();
    expect(await reader.barriers('nav')).toEqual([]);
  });

  test.each(paths)('the page %s has no accessibility violations', async (path) => {
    await reader.open(path);
    await reader.page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);
    expect(await reader.barriers()).toEqual([]);
    expect(await reader.faults()).toEqual([]);
  });
});
