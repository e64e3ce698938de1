import { beforeAll, expect, test } from '@jest/globals';
import { aJob } from '../setup/a-job.ts';
import { newReader } from './reader.ts';
import { shareWithBrowser } from './start.ts';

const { browser, origin, acme } = await shareWithBrowser();

let posting: string;
beforeAll(async () => {
  const { body } = await acme.post('/jobs', aJob({ status: 'active', title: 'مهندس برمجيات أول' }));
  posting = new URL(body.postingUrl).pathname;
});

test('a reader finds a posting by its number and reports it, by keyboard and without scripts', async () => {
  await using reader = await newReader(browser, origin, { size: 'phone', hasScripts: false });
  const { page } = reader;
  await reader.open('/');
  await page.getByLabel('Job number').fill(posting.split('/').at(-1) ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${posting}`);
  await page.getByRole('link', { name: 'Report this posting' }).press('Enter');
  await page.getByLabel('Something else').press('Space');
  await page.getByRole('button', { name: 'Send report' }).press('Enter');
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.innerText()).toContain('Say in a few words what is wrong.');
  expect(await page.getByLabel('Something else').isChecked()).toBe(true);
  await page.getByLabel('Tell us more').fill('They ask for a deposit.');
  await page.getByRole('button', { name: 'Send report' }).press('Enter');
  await page.getByRole('heading', { name: 'Thank you for your report' }).waitFor();
  expect(await reader.faults()).toEqual([]);
});
