import { describe, expect, test as testInTurn } from '@jest/globals';
import { chapters } from '../../pages/guide.ts';
import { problems, problemType } from '../../schemas/problems.ts';
import { aJob } from '../setup/a-job.ts';
import { newReader, sizes, tryOf, type Reader, type Size } from './reader.ts';
import { startWithBrowser } from './start.ts';

/** Tests that mostly wait run concurrently. Tests that compute, or whose forms contain the newest job, do not. */
const test = testInTurn.concurrent;

const { browser, origin, apiKey, acme } = await startWithBrowser();

const visibleLinks = ({ page }: Reader) =>
  page.locator('nav li a').filter({ visible: true }).allTextContents();

/** Searches, follows the first result, and waits until it is visible. */
async function find(reader: Reader, words: string, selector: string) {
  await reader.openMenu();
  const search = reader.page.getByRole('searchbox', { name: 'Search' });
  await search.fill(words);
  await reader.page.locator('nav a.best').waitFor();
  const links = await visibleLinks(reader);
  await search.press('Enter');
  await reader.waitToSee(`${selector} h3`);
  return links;
}

describe.each(Object.keys(sizes) as Size[])('on a %s', (size) => {
  testInTurn(
    'the form of one operation, found by search, creates a job, and the form of another operation shows the job',
    async () => {
      await using reader = await newReader(browser, origin, { size });
      const { page } = reader;
      await reader.open('/');
      await page.locator('main a[href$="/docs"]').click();
      await page.waitForURL(`${origin}/docs`);

      const results = await find(reader, 'Créate A job', '#createJob');
      expect(results.some((text) => text.includes('Create a job'))).toBe(true);
      expect(results.some((text) => text.includes('What a job says'))).toBe(false);

      const create = await tryOf(page, 'createJob');
      await create.key.fill(apiKey);
      const sample = JSON.parse(await create.body.inputValue()) as object;
      await create.body.fill(
        JSON.stringify({ ...sample, referenceId: `BY-${size}`, title: 'Lighthouse keeper' }),
      );
      const created = await create.send();
      expect(created.outcome).toMatch(/^201 Created in \d+ ms$/);
      await page.locator('#createJob').getByText('Example response, 201').waitFor();
      expect(created.body).toMatchObject({ referenceId: `BY-${size}`, title: 'Lighthouse keeper' });
      const id = String(created.body['id']);

      await find(reader, 'get one job', '#getJob');
      const get = await tryOf(page, 'getJob');
      await get.field('id').fill(id);
      const response = await get.send();
      expect(response.outcome).toMatch(/^200 OK in \d+ ms$/);
      expect(response.body).toEqual(created.body);
      expect((await acme.get(`/jobs/${id}`)).body).toEqual(created.body);
      expect(await reader.faults()).toEqual([]);
    },
  );

  test('the navigation links to the chapters of the guide, which contain the address of the service', async () => {
    await using reader = await newReader(browser, origin, { size });
    const { page } = reader;
    await reader.open('/docs');
    for (const { id, title } of chapters().slice(-2)) {
      await reader.openMenu();
      await page.getByRole('navigation').getByRole('link', { name: title }).click();
      await page.waitForURL(`${origin}/docs/${id}#${id}`);
      await reader.waitToSee(`#${id} h1`);
    }
    await reader.open('/docs#first-job');
    await page.waitForURL(`${origin}/docs/first-job#first-job`);
    expect(await page.locator('#first-job .code').first().textContent()).toContain(`URL=${origin}/api/v1.1`);
    expect(await reader.faults()).toEqual([]);
  });

  test('a keyboard is enough to search and to send a request', async () => {
    await using reader = await newReader(browser, origin, { size });
    const { page } = reader;
    await reader.open('/docs');
    if (size === 'phone') {
      await reader.tabTo('.menu', 3);
      await page.keyboard.press('Enter');
    }
    await reader.tabTo('#search', 4);
    await page.keyboard.type('list your jobs');
    await page.locator('nav a.best').waitFor();
    await page.keyboard.press('Enter');
    // Until the page has loaded, Tab may start at its top.
    await page.waitForURL(/#listJobs$/);
    await reader.waitToSee('#listJobs h3');
    await reader.tabTo('#listJobs .try summary', 40);
    await page.keyboard.press('Enter');
    await reader.tabTo('#listJobs [data-key]', 1);
    await page.keyboard.type(apiKey);
    await reader.tabTo('#listJobs [type="submit"]', 12);
    await page.keyboard.press('Enter');
    await page
      .locator('#listJobs .outcome')
      .filter({ hasText: /^200 OK/ })
      .waitFor();
    expect(await reader.faults()).toEqual([]);
  });
});

test('a search without results shows a message, and an empty search shows everything again', async () => {
  await using reader = await newReader(browser, origin, { size: 'phone' });
  await reader.open('/docs');
  await reader.openMenu();
  const all = await visibleLinks(reader);
  expect(all.length).toBeGreaterThan(Object.keys(problems).length);
  const search = reader.page.getByRole('searchbox', { name: 'Search' });
  await search.fill('create zeppelin');
  await reader.page.getByText('Nothing matches all of these words.').waitFor();
  expect(await visibleLinks(reader)).toEqual([]);
  await search.fill('');
  await reader.page.locator('nav .none').waitFor({ state: 'hidden' });
  expect(await visibleLinks(reader)).toEqual(all);
  expect(await reader.faults()).toEqual([]);
});

test('a rejected request links to the page of its problem, and the problem page links back to the operation', async () => {
  await using reader = await newReader(browser, origin, { size: 'phone' });
  const { page } = reader;
  await reader.open('/docs/jobs#createJob');
  const create = await tryOf(page, 'createJob');
  await create.key.fill(apiKey);
  await create.body.fill('{ "title": "" }');
  const { outcome, body } = await create.send();
  expect(outcome).toMatch(/^400 Bad Request/);
  expect(body).toMatchObject({ code: 'validation_failed' });
  expect(await reader.faults()).toEqual([]);

  const { title } = problems.validation_failed;
  await page.getByRole('link', { name: `${title}: how to fix it` }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  expect(page.url()).toBe(`${origin}${problemType('validation_failed')}`);
  await page.getByRole('heading', { name: 'How to fix it' }).waitFor();
  expect(await reader.faults()).toEqual([]);

  await page.getByRole('link', { name: 'Create a job' }).click();
  await page.waitForURL('**/docs/jobs#createJob');
  await reader.waitToSee('#createJob h3');
  expect(await reader.faults()).toEqual([]);
});

test('the address of a nested field opens the field, and the menu marks its section', async () => {
  await using reader = await newReader(browser, origin, { size: 'phone' });
  const { page } = reader;
  await reader.open('/docs#JobRecord.hoursPerWeek.max');
  await page.locator('[id="JobRecord.hoursPerWeek"]').getByText('1 to 168').first().waitFor();
  await reader.waitToSee('[id="JobRecord.hoursPerWeek.max"] dt');
  await page.locator('nav a[aria-current][href="#JobRecord"]').waitFor({ state: 'attached' });
  await reader.open('/docs#PublicJobList.paging.next');
  await reader.waitToSee('[id="PublicJobList.paging.next"] dt');
  expect(await reader.faults()).toEqual([]);
});

describe('the form of an operation', () => {
  testInTurn('begins with a job that there is, and its samples say what it would send', async () => {
    await using reader = await newReader(browser, origin, { size: 'desktop' });
    const { page } = reader;
    const { body: job } = await acme.post('/jobs', aJob({ title: 'Beekeeper' }));
    await reader.open('/docs/jobs#updateJob');
    const update = await tryOf(page, 'updateJob');
    await update.key.fill(apiKey);
    await update.key.blur();
    const sample = page.locator('#updateJob .samples [data-language="sh"] code');
    await sample.filter({ hasText: `/jobs/${job.id}'` }).waitFor();
    await update.body.fill('{ "title": "Head beekeeper" }');
    // Code is highlighted only when it becomes visible.
    await sample.locator('.word-str', { hasText: '"title": "Head beekeeper"' }).waitFor();
    expect((await update.send()).body).toMatchObject({ id: job.id, title: 'Head beekeeper' });
    expect(await reader.faults()).toEqual([]);
  });

  testInTurn('leaves an id alone that somebody is typing, however late a job is found', async () => {
    await using reader = await newReader(browser, origin, { size: 'phone' });
    const { page } = reader;
    await acme.post('/jobs', aJob());
    await reader.open('/docs/jobs#getJob');
    await page.evaluate(`sessionStorage.setItem('api-key', ${JSON.stringify(apiKey)})`);
    const typed = Promise.withResolvers<void>();
    await page.route('**/jobs?pageSize=1', async (route) => {
      await typed.promise;
      await route.continue();
    });
    const response = page.waitForResponse('**/jobs?pageSize=1');
    const get = await tryOf(page, 'getJob');
    const field = get.field('id');
    const example = await field.inputValue();
    await field.focus();
    typed.resolve();
    await (await response).finished();
    await page.evaluate(`new Promise((resolve) => setTimeout(resolve))`);
    expect(await field.inputValue()).toBe(example);
    expect(await reader.faults()).toEqual([]);
  });

  testInTurn('sends a file as form data, and begins with an application that there is', async () => {
    await using reader = await newReader(browser, origin, { size: 'desktop' });
    const { page } = reader;
    const { body: job } = await acme.post('/jobs', aJob({ title: 'Lifeguard', status: 'active' }));
    await reader.open('/docs/applications#createApplication');
    await page.evaluate(`sessionStorage.setItem('api-key', ${JSON.stringify(apiKey)})`);
    await page.reload();
    const create = await tryOf(page, 'createApplication');
    const code = page.locator('#createApplication .samples code');
    await code
      .filter({ hasText: `/public/jobs/${job.id}/` })
      .first()
      .waitFor();
    expect((await create.send()).outcome).toMatch(/^201/);

    const file = { name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('Ten years of rescue.') };
    await page.locator('#createApplication [data-form]').setInputFiles(file);
    expect(await code.first().textContent()).toContain("-F 'resume=@resume.txt'");
    const { body: receipt } = await create.send();
    const { body: received } = await acme.get('/applications');
    expect(received.data.at(-1).resume).toMatchObject({ fileName: 'cv.txt', size: 20 });

    await reader.open('/docs/applications#getApplicationResume');
    const resume = await tryOf(page, 'getApplicationResume');
    await page
      .locator('#getApplicationResume .samples code', { hasText: receipt['id'] as string })
      .first()
      .waitFor();
    expect((await resume.send()).body).toMatchObject({ url: expect.stringContaining('/files/') });
    expect(await resume.field('id').inputValue()).toBe(receipt['id']);
    expect(await reader.faults()).toEqual([]);
  });
});

test('search results are shown with the name of their group, best first', async () => {
  await using reader = await newReader(browser, origin, { size: 'desktop' });
  const { page } = reader;
  await reader.open('/docs');
  await page.getByRole('searchbox', { name: 'Search' }).fill('rate limit');
  await page.locator('nav a.best').waitFor();
  const [best, second] = await visibleLinks(reader);
  expect([best, second]).toEqual([
    'Retry safely, and stay within limits Guide',
    'rate_limit_exceeded Errors',
  ]);
  expect(await reader.faults()).toEqual([]);
});

test('a sample is highlighted when it becomes visible, and keeps its text', async () => {
  await using reader = await newReader(browser, origin, { size: 'desktop' });
  await reader.open('/docs/jobs#createJob');
  const sample = reader.page.locator('#createJob .samples [data-language="sh"] code');
  await sample.locator('.word-str').first().waitFor();
  expect(await sample.textContent()).toMatch(/^curl --fail-with-body -X POST /);
  expect(await reader.faults()).toEqual([]);
});
