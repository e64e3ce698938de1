import { describe, expect, test } from '@jest/globals';
import { createJobs } from '../../setup/job-lists.ts';
import { ownFiles } from '../../setup/own-files.ts';
import { ownService } from '../../setup/own-service.ts';

// The page would also list the employers of other suites.
ownFiles();
const service = await ownService();

async function read(path: string, language = 'en') {
  const page = await service.anyone.get(`${service.origin}${path}`, { 'accept-language': language });
  return { ...page, text: page.text.replaceAll(/\s+/g, ' ') };
}

const before = await read('/');

const { employerWithJob } = service;
const active = { status: 'active' };
const employers = [
  await employerWithJob(active, { name: 'Acme Inc.' }),
  await employerWithJob(active, { name: 'Ébénisterie Roy' }),
  await employerWithJob(active, { name: 'Zebra & <Co>' }),
];
await employerWithJob({ ...active, confidential: true }, { name: 'Hidden Inc.' });
await employerWithJob({ status: 'draft' }, { name: 'Draft Inc.' });

const translations = { fr: { title: 'Souffleur de verre', description: 'Verre' } };
const glass = { ...active, title: 'Glass blower', language: 'en', translations };
await employerWithJob({ ...glass, locations: [{ description: 'Gander, NL' }] }, { name: 'Vitrum' });
await employerWithJob({ ...glass, confidential: true }, { name: 'Secretum' });
await employerWithJob({ ...glass, status: 'archived' }, { name: 'Vitrum' });

const many = Array.from({ length: 50 }, (_, n) => `zz ${String(n).padStart(2, '0')}`);
for (const name of many) await employerWithJob(active, { name });
await createJobs(employers[0]!.acme, [
  { title: 'Brandon Lace Guide', locations: [{ description: 'Toronto, ON' }] },
  { title: 'Lace maker', locations: [{ description: 'Brandon, MB' }] },
  ...Array.from({ length: 51 }, (_, n) => ({ title: `Weaver ${n}` })),
]);
await service.publishFeeds();

describe('the front page', () => {
  test('lists the employers with open postings that are not confidential, by name, and links to the documentation', async () => {
    expect([before.status, before.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    expect(before.text).toContain('The list is empty. It is updated every hour.');

    const { text } = await read('/');
    const places = employers.map(({ job }) => text.indexOf(`/employers/${job.employer.id}"`));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).toContain('>Zebra &amp; &lt;Co&gt;</a>');
    expect(text).toContain('<span>1 open job</span> <span><bdi>Vancouver, BC</bdi></span>');
    expect(text).not.toMatch(/Hidden|Draft Inc/);
    expect(before.text).not.toContain('Newest jobs');
    const newest = text.slice(
      text.indexOf('<h2>Newest jobs</h2>'),
      text.indexOf('<h2>Employers hiring now</h2>'),
    );
    expect(newest.match(/<li> <h2>/g)?.length).toBeGreaterThanOrEqual(4);
    expect(newest.match(/<li> <h2>/g)?.length).toBeLessThanOrEqual(10);
    expect(newest).toContain('<bdi>Confidential employer</bdi>');
    expect(text).toContain(`<a href="${service.origin}/docs" hreflang="en">`);
    expect(text).toContain(`<link rel="canonical" href="${service.origin}/" />`);
  });

  test('is in French for readers who prefer French, and its links keep a chosen language', async () => {
    const { text } = await read('/', 'fr-CA');
    expect(text).toContain('<html lang="fr">');
    expect(text).toContain('Titre, lieu, employeur ou numéro d’une offre');
    const chosen = await read('/?lang=fr');
    expect(chosen.text).toContain('<input type="hidden" name="lang" value="fr" />');
    expect(chosen.text).toMatch(/\/employers\/\d+\?lang=fr"/);
  });

  test.each([
    ['job=12', '/jobs/12'],
    ['q=%20%2312%20', '/jobs/12'],
    ['q=7&lang=fr', '/jobs/7?lang=fr'],
  ])('redirects from the number of a posting to the posting: %s', async (query, location) => {
    const { status, headers } = await read(`/?${query}`);
    expect([status, headers.get('location')]).toEqual([302, `${service.origin}${location}`]);
  });
});

/** The titles and employers that a search finds. */
const searchTitles = async (query: string, language?: string) => {
  const { status, text: page } = await read(`/?${query}`, language);
  expect(status).toBe(200);
  const [text = ''] = page.split('<h2>Newest jobs</h2>');
  const titles = [...text.matchAll(/<h2><a [^>]*>([^<]*)<\/a><\/h2> <p class="line"><span><bdi>([^<]*)/g)];
  return titles.map(([, title, employer]) => `${title} at ${employer}`).toSorted();
};

describe('a search on the front page', () => {
  const both = ['Glass blower at Confidential employer', 'Glass blower at Vitrum'];

  test.each([
    ['q=glass', both],
    ['q=souffleur', both],
    ['q=GLASS+Gander', ['Glass blower at Vitrum']],
    ['q=vitrum', ['Glass blower at Vitrum']],
    ['q=secretum', []],
    ['q=none', []],
    ['job=glass+gander', ['Glass blower at Vitrum']],
  ])('finds open postings of all employers by title, place and employer: %s', async (query, expected) => {
    expect(await searchTitles(query)).toEqual(expected);
  });

  test('lists hits in titles before newer hits in places', async () => {
    const { text } = await read('/?q=brandon+lace');
    expect(text.indexOf('>Brandon Lace Guide<')).toBeLessThan(text.indexOf('>Lace maker<'));
    expect(text).toContain('>Lace maker<');
  });

  test('shows the titles in the language of the page, and excludes search engines', async () => {
    expect(await searchTitles('q=gander', 'fr')).toEqual(['Souffleur de verre at Vitrum']);
    const { text, headers } = await read('/?q=glass');
    expect(text).toContain('2 jobs found');
    expect(text).toContain('<title>glass – Open jobs</title>');
    expect([text.includes('name="robots" content="noindex"'), headers.get('cache-control')]).toEqual([
      true,
      'public, max-age=60',
    ]);
  });

  test('no longer finds a closed posting after the next edition', async () => {
    const { acme, path } = await service.employerWithJob({ status: 'active', title: 'Quill maker' });
    await service.publishFeeds();
    expect(await searchTitles('q=quill')).toHaveLength(1);
    await acme.put(path, { status: 'archived' });
    await service.publishFeeds();
    expect(await searchTitles('q=quill')).toEqual([]);
  });

  test('shows the newest 50 postings, and states how many match', async () => {
    const { text } = await read('/?q=weaver');
    expect(text).toContain('51 jobs found');
    expect(text).toContain('These are the first 50. Add a word to find fewer.');
    expect(text.match(/>Weaver \d+</g)).toHaveLength(50);
  });

  test('shows the ten newest jobs when it finds none, and says what to try', async () => {
    const titles = Array.from({ length: 10 }, (_, n) => ({ title: `Thatcher ${n}` }));
    await createJobs(await service.newEmployer(), titles);
    await service.publishFeeds();
    const { text } = await read('/?q=none+of+these');
    expect(text).toContain(
      'No open job matches “<bdi>none of these</bdi>”. Try fewer words, a city, or a province.',
    );
    const [, newest = ''] = text.split('<h2>Newest jobs</h2>');
    expect(newest.match(/<li> <h2>/g)).toHaveLength(10);
    expect(newest).toContain('>Thatcher 9<');
  });

  test('shows every text as it was typed, and cuts it at 256 characters', async () => {
    for (const typed of ['0', '-1', '"><script>', '../employers/1', '%', '\u0000', '🥐']) {
      const { status, text } = await read(`/?q=${encodeURIComponent(typed)}`);
      expect([typed, status]).toEqual([typed, 200]);
      expect(text).not.toContain('"><script>');
    }
    expect((await read(`/?q=${'a'.repeat(10_000)}`)).text).toContain(`value="${'a'.repeat(256)}"`);
  });
});

describe('the employers on the front page', () => {
  test('are listed 48 on a page, by name', async () => {
    const listed: string[] = [];
    let path: string | undefined = '/?lang=en';
    for (let page = 1; path !== undefined; page += 1) {
      const { text }: Awaited<ReturnType<typeof read>> = await read(path);
      const [, list = ''] = text.split('<ul class="employers">');
      const namesOnPage = [...list.matchAll(/<a href="[^"]*\/employers\/[^>]*>([^<]*)</g)].map(
        ([, name = '']) => name,
      );
      expect(namesOnPage.length).toBeLessThanOrEqual(48);
      expect(text).toContain(`Page ${page} of `);
      listed.push(...namesOnPage);
      path = /rel="next" href="[^"]*(\/\?page=[^"]*)"/.exec(text)?.[1]?.replace('&amp;', '&');
      expect(path ?? 'lang=en').toContain('lang=en');
    }
    expect(listed.filter((name) => name.startsWith('zz'))).toEqual(many);
  });

  test.each(['page=0', 'page=x', 'page=-1', 'page=1&page=2'])(
    'begin with the first page for %s',
    async (query) => {
      expect((await read(`/?${query}`)).text).toContain('Page 1 of 2');
    },
  );

  test('end with the last page for a later one, which search engines leave out', async () => {
    const { text } = await read('/?page=999');
    expect(text).toContain('Page 2 of 2');
    expect(text).toContain('name="robots" content="noindex"');
    expect(text).not.toContain('Newest jobs');
  });
});
