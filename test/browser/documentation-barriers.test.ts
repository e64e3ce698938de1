import { describe, expect, test } from '@jest/globals';
import { problemType } from '../../schemas/problems.ts';
import { newReader, tryOf } from './reader.ts';
import { startWithBrowser } from './start.ts';

const { browser, origin } = await startWithBrowser();

// Two combinations suffice: colours do not depend on the window size, and the layout does not depend on colours.
describe.each([
  ['desktop', 'light'],
  ['phone', 'dark'],
] as const)('on a %s in %s colours', (size, scheme) => {
  test('the reference has no accessibility violations when all its sections and a response are open', async () => {
    await using reader = await newReader(browser, origin, { size, scheme });
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

  test.each([
    '/docs',
    '/docs/applications',
    '/docs/partners',
    '/docs/reference-data',
    '/docs/schemas',
    '/docs/clients',
    problemType('validation_failed'),
  ])('the page %s has no accessibility violations', async (path) => {
    await using reader = await newReader(browser, origin, { size, scheme });
    await reader.open(path);
    await reader.page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);
    expect(await reader.barriers()).toEqual([]);
    expect(await reader.faults()).toEqual([]);
  });
});
