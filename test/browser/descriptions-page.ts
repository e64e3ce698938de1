import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';

const ADDRESS = 'http://descriptions.test/';

/** Opens a page that inserts descriptions in six positions and reports their effects. */
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
    /** The faults in any position, and the effects of scripts and requests; empty for clean descriptions. */
    faultsIn: async (descriptions: readonly string[]): Promise<string[]> => {
      happened = [];
      const faults = await page.evaluate<string[]>(`faultsIn(${JSON.stringify(descriptions)})`);
      return [...faults, ...new Set(happened)];
    },
    close: () => page.close(),
  };
}
