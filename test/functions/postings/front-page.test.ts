import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ownTable } from '../../setup/own-table.ts';
import { startService } from '../../setup/service.ts';

// Employers of other suites would be on the page.
const table = await ownTable();
const dataDir = await mkdtemp(join(tmpdir(), 'front-'));
process.env['DATA_DIR'] = dataDir;
const service = await startService();
afterAll(async () => {
  await service.close();
  await table.drop();
  await rm(dataDir, { recursive: true });
});

async function read(path: string, language = 'en') {
  const headers = { 'accept-language': language };
  const response = await fetch(`${service.origin}${path}`, { headers, redirect: 'manual' });
  const text = (await response.text()).replaceAll(/\s+/g, ' ');
  return { status: response.status, headers: response.headers, text };
}

describe('the front page', () => {
  let before: Awaited<ReturnType<typeof read>>;
  let links: string[];
  beforeAll(async () => {
    before = await read('/');
    const terms = ['Acme Inc.', 'Ébénisterie Roy', 'Zebra & <Co>'].map((name) => ({ name }));
    const shown = await Promise.all(terms.map((each) => service.employerWithJob({ status: 'active' }, each)));
    links = shown.map(({ acme: { employer } }) => `/employers/${employer.id}"`);
    await service.employerWithJob({ status: 'active', confidential: true }, { name: 'Hidden Inc.' });
    await service.employerWithJob({ status: 'draft' }, { name: 'Draft Inc.' });
    await service.publishFeeds();
  });

  test('names the employers with open postings that name them, by name, and where developers read on', async () => {
    expect([before.status, before.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    expect(before.text).toContain('The list is empty. It is updated every hour.');

    const { text } = await read('/');
    const places = links.map((link) => text.indexOf(link));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).toContain('>Zebra &amp; &lt;Co&gt;</a>');
    expect(text).toContain('<bdi>1 open job</bdi> · <bdi>Vancouver, BC</bdi>');
    expect(text).not.toMatch(/Hidden|Draft Inc/);
    expect(text).toContain(`<a href="${service.origin}/docs" hreflang="en">`);
    expect(text).toContain(`<link rel="canonical" href="${service.origin}/" />`);
  });

  test('is in French for those who prefer it, and its links keep a language that was chosen', async () => {
    const { text } = await read('/', 'fr-CA');
    expect(text).toContain('<html lang="fr">');
    expect(text).toContain('Numéro d’une offre');
    const chosen = await read('/?lang=fr');
    expect(chosen.text).toContain('<input type="hidden" name="lang" value="fr" />');
    expect(chosen.text).toMatch(/\/employers\/\d+\?lang=fr"/);
  });

  test.each([
    ['12', '/jobs/12'],
    ['%20%2312%20', '/jobs/12'],
    ['7&lang=fr', '/jobs/7?lang=fr'],
  ])('leads from the number of a posting to it: job=%s', async (typed, location) => {
    const { status, headers } = await read(`/?job=${typed}`);
    expect([status, headers.get('location')]).toEqual([302, `${service.origin}${location}`]);
  });

  test.each(['', 'baker', '0', '-1', '1.5', '12345678901', '%22%3E%3Cscript%3E', '../employers/1'])(
    'says what the number of a posting is where none was typed: job=%s',
    async (typed) => {
      const { status, text, headers } = await read(`/?job=${typed}`);
      expect([status, headers.get('cache-control')]).toEqual([400, 'no-store']);
      expect(text).toContain('Enter the number of a posting, such as 12345.');
      expect(text).toContain('aria-describedby="job-error"');
      expect(text).not.toContain('"><script>');
    },
  );
});
