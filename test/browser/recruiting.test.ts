import { expect, test } from '@jest/globals';
import { recruitingWords } from '../../pages/public/recruiting-words.ts';
import { aFile, applicationsInTable } from '../setup/applications-in-table.ts';
import { recruitingPages } from '../setup/recruiting-page.ts';
import { newReader } from './reader.ts';
import { shareWithBrowser } from './start.ts';

const { browser, ...service } = await shareWithBrowser();

const markup = '<script>alert(1)</script><b>Eve</b>';
const question = { id: 'why', text: 'Why do you want to bake?', type: 'longText' as const };

/**
 * Creates a job with an ordinary application, one in another script, and a held one full of markup. Returns the path of
 * its page.
 */
async function recruiting() {
  const made = await service.employerWithJob({ status: 'active', title: 'مهندس برمجيات أول' });
  const { create } = applicationsInTable(service.db);
  const answers = [{ question, value: 'I like bread.' }];
  await create(made.acme.employer, made.job, { name: 'Ann Berg', answers, file: aFile });
  await create(made.acme.employer, made.job, { name: 'ليلى حداد', state: 'bounced' });
  const held = { state: 'held', suspicions: ['trap_filled'] } as const;
  await create(made.acme.employer, made.job, { name: markup, coverLetter: markup, ...held });
  const { pathname, search } = new URL((await recruitingPages(service).linkTo(made)) ?? '');
  return { ...made, path: `${pathname}${search.replace(/&lang=.*/, '')}` };
}

test('a recruiter reads, releases and erases an application and sets its stage, by keyboard and without scripts', async () => {
  const { acme, path } = await recruiting();
  await using reader = await newReader(browser, service.origin, { size: 'phone', hasScripts: false });
  const { page } = reader;
  const texts = recruitingWords.en;
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await reader.open(path);
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    markup,
    'ليلى حداد',
    'Ann Berg',
  ]);
  const ann = row('Ann Berg');
  await ann.getByText(texts.read).press('Enter');
  await ann.getByText('I like bread.').waitFor();
  await ann.getByLabel(texts.stage).press('i');
  await page.getByRole('button', { name: texts.save }).press('Enter');
  await page.getByText(texts.news.stage).waitFor();
  expect(await ann.getByLabel(texts.stage).inputValue()).toBe('interview');

  await page.getByRole('button', { name: texts.release }).press('Enter');
  await row('Eve').getByText(texts.news.release).waitFor();
  await row('ليلى حداد').getByRole('link', { name: texts.erase }).press('Enter');
  await page.getByRole('button', { name: texts.erase }).press('Enter');
  await page.getByText(texts.news.erase).waitFor();
  const { data } = (await acme.get('/applications')).body;
  expect(data.map(({ name, stage, state }: Record<string, string>) => [name, stage, state])).toEqual([
    ['Ann Berg', 'interview', 'queued'],
    [markup, 'new', 'queued'],
  ]);
  expect(await reader.faults()).toEqual([]);
});

test('a recruiter is asked before a link loses stages that are not saved', async () => {
  const { path } = await recruiting();
  await using reader = await newReader(browser, service.origin, { size: 'desktop' });
  const { page } = reader;
  const { openAll } = recruitingWords.en;
  await reader.open(path);
  await page.locator('select').first().selectOption('interview');
  const asking = page.waitForEvent('dialog');
  const following = page.getByRole('link', { name: openAll }).click();
  const dialog = await asking;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await following;
  await page.waitForURL(/open=all/);
  expect(await page.locator('details:not([open])').count()).toBe(0);
});
