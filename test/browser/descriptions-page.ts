import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';

const ADDRESS = 'http://descriptions.test/';

/** A page that puts descriptions in six places of itself, and tells what they bring. */
export async function openDescriptionsPage(browser: Browser) {
  const page = await browser.newPage();
  const html = await readFile(new URL('descriptions.html', import.meta.url), 'utf8');
  let happened: string[] = [];
  page.on('dialog', (dialog) => {
    happened.push('a script ran');
    void dialog.dismiss();
  });
  await page.route('**/*', async (route) => {
    const url = route.request().url();
    if (url === ADDRESS) return route.fulfill({ body: html, contentType: 'text/html' });
    happened.push(`a request to ${url}`);
    return route.abort();
  });
  await page.goto(ADDRESS);

  return {
    /** What is wrong in any position, and what scripts and requests came of it; nothing for clean descriptions. */
    faultsIn: async (descriptions: readonly string[]): Promise<string[]> => {
      happened = [];
      const faults = await page.evaluate<string[]>(`faultsIn(${JSON.stringify(descriptions)})`);
      return [...faults, ...new Set(happened)];
    },
    /** The words that are shown of each, read as lines and cells part them. */
    wordsOf: (descriptions: readonly string[]): Promise<string[][]> =>
      page.evaluate<string[][]>(`wordsOf(${JSON.stringify(descriptions)})`),
    close: () => page.close(),
  };
}
