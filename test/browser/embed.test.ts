import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aJob } from '../setup/a-job.ts';
import { anApplication } from '../setup/an-application.ts';
import { startServer } from '../setup/local-server.ts';
import { postingLink } from '../setup/public-pages.ts';
import { shareWithBrowser } from './start.ts';

const { browser, origin, acme } = await shareWithBrowser();

const guide = readFileSync(new URL('../../pages/guide/10-career-site.md', import.meta.url), 'utf8');

/** The snippet in the guide, for employers to paste. */
const pasted = (/```html\n(.*?)```/s.exec(guide)?.[1] ?? '').replaceAll('https://jobs.example.com', origin);

/** The employer's own site: a page for each set of attributes of the script, with a strict Content-Security-Policy. */
const site = await startServer(async (request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://site');
  const attributes = [...searchParams].map(([name, value]) => `data-${name}="${value}"`).join(' ');
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader(
    'content-security-policy',
    `default-src 'none'; img-src data:; script-src ${origin}; connect-src ${origin}; require-trusted-types-for 'script'`,
  );
  response.end(`<!doctype html><html lang="fr-CA"><title>Acme</title><link rel="icon" href="data:,"><body>
    ${pasted.replace('data-employer="1" data-lang="en"', attributes)}</html>`);
});
afterAll(site.close);

beforeAll(async () => {
  const baker = {
    title: 'Baker <b>&</b>',
    locations: [{ description: 'Halifax, NS' }],
    salary: { amount: 24.5, maxAmount: 31, period: { id: 5 }, plusCommission: false },
    translations: { fr: { title: 'Boulangère', description: '<p>Vous cuisez le pain.</p>' } },
  };
  for (const job of [baker, { title: 'Cook', workplace: 'remote', locations: [{ description: 'QC' }] }])
    expect((await acme.post('/jobs', aJob({ status: 'active', ...job }))).status).toBe(201);
});

/** A window at a path of the site, and the errors in it. */
async function openSite(path: string, { hasScripts = true } = {}) {
  const context = await browser.newContext({ javaScriptEnabled: hasScripts });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`${site.endpoint}${path}`);
  return { page, errors, [Symbol.asyncDispose]: () => context.close() };
}

const listed = ['li', 'a', 'p'].map(
  (name) => `[...root.querySelectorAll('${name}')].map((element) => element.innerText.trim())`,
);

/** The texts of list items' links and paragraphs in the shadow root. */
const TEXTS = `(() => { const root = document.querySelector('script').nextElementSibling.shadowRoot; return { links: ${listed[1]}, paragraphs: ${listed[2]} }; })()`;

test('a script of another origin applies with JSON and with form data, and reads what became of it', async () => {
  const created = await acme.post('/jobs', aJob({ status: 'active', confidential: true }));
  const publicId = postingLink(created).split('/').at(-1);
  await using opened = await openSite('/');
  const { resume, ...fields } = anApplication();
  const statuses = await opened.page.evaluate<[number, string, string | null][]>(`(async () => {
    const send = async (id, body, headers) => {
      const response = await fetch('${origin}/api/v1.1/public/jobs/' + id + '/applications', { method: 'POST', body, headers });
      return [response.status, (await response.json()).code ?? 'stored', response.headers.get('idempotent-replayed')];
    };
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'once' };
    const json = ${JSON.stringify(JSON.stringify({ ...fields, resume }))};
    const form = new FormData();
    for (const [name, value] of Object.entries(${JSON.stringify({ ...fields, email: 'form@example.org' })})) form.append(name, value);
    const bytes = Uint8Array.fromBase64('${resume.content}');
    form.append('resume', new File([bytes], 'cv.pdf', { type: 'application/pdf' }));
    return [
      await send('${publicId}', json, headers),
      await send('${publicId}', json, headers),
      await send('${publicId}', form),
      await send('${publicId}', '{}', headers),
      await send(999, json, headers),
    ];
  })()`);
  expect(statuses).toEqual([
    [201, 'stored', null],
    [201, 'stored', 'true'],
    [201, 'stored', null],
    [400, 'validation_failed', null],
    [404, 'job_not_found', null],
  ]);
});

describe('the script for an employer’s own site', () => {
  test.each([
    [
      'en',
      ['Cook', 'Baker <b>&</b>', 'All open jobs'],
      ['Remote, anywhere in Quebec', 'Halifax, NS · $24.50 to $31.00 an hour'],
    ],
    [
      undefined,
      ['Cook', 'Boulangère', 'Toutes les offres'],
      ['Télétravail, partout au Québec', 'Halifax, NS · 24,50 $ à 31,00 $ l’heure'],
    ],
  ])('lists open postings on another origin, in %s', async (lang, links, paragraphs) => {
    await using opened = await openSite(`/?employer=${acme.employer.id}${lang ? `&lang=${lang}` : ''}`);
    const { page, errors } = opened;
    await page.getByRole('link', { name: links[2] as string }).waitFor();
    const texts = await page.evaluate<{ links: string[]; paragraphs: string[] }>(TEXTS);
    expect(texts.links).toEqual(links);
    expect(texts.paragraphs.map((text) => text.replaceAll(/\s/g, ' '))).toEqual([
      ...paragraphs,
      links.at(-1),
    ]);
    expect(await page.context().cookies()).toEqual([]);
    expect(errors).toEqual([]);
    await page.getByRole('link', { name: links[1] as string }).click();
    await page.waitForURL(`${origin}/jobs/*?lang=${lang ?? 'fr'}`);
  });

  test("shows a message when the list cannot be read, with a link to the employer's page", async () => {
    await using opened = await openSite('/?employer=404&lang=en');
    const { page } = opened;
    await page.getByText('The open jobs cannot be shown here at the moment.').waitFor();
    expect(await page.getByRole('link', { name: 'All open jobs' }).getAttribute('href')).toBe(
      `${origin}/employers/404?lang=en`,
    );
  });

  test('leaves a link when scripts are off, and is at most 4 kB compressed', async () => {
    await using opened = await openSite(`/?employer=${acme.employer.id}`, { hasScripts: false });
    await opened.page.getByRole('link', { name: 'Our open jobs' }).waitFor();
    expect(gzipSync(await (await fetch(`${origin}/docs/embed.js`)).text()).length).toBeLessThan(4_096);
  });
});
