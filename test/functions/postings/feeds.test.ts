import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { BASE_PATH } from '../../../schemas/operations.ts';
import { aFullJob, aJob } from '../../setup/a-job.ts';
import { setClock } from '../../setup/clock.ts';
import { ownFiles } from '../../setup/own-files.ts';
import { createJobs } from '../../setup/job-lists.ts';
import { loggedLines } from '../../setup/logged-lines.ts';
import { ownService } from '../../setup/own-service.ts';
import type { Reply } from '../../setup/http-client.ts';
import { parseXml, childTexts, type XmlElement } from '../../setup/xml.ts';
import { setProfile } from '../../setup/employers-in-table.ts';

// The feed would also contain the postings of other suites.
const service = await ownService();
let files: ReturnType<typeof ownFiles>;
beforeEach(() => {
  files = ownFiles();
});
afterEach(async () => {
  jest.useRealTimers();
  const employers = employerStore(service.db);
  for (const { id } of await employers.list()) await employers.suspend(id, new Date());
});

type Acme = Awaited<ReturnType<typeof service.newEmployer>>;

/** Posts an active job, and returns its public URL. */
async function post(acme: Acme, fields: Record<string, unknown> = {}): Promise<string> {
  const { headers } = await acme.post('/jobs', aJob({ status: 'active', ...fields }));
  return /<([^>]+)>; rel="alternate"/.exec(headers.get('link') ?? '')?.[1] ?? 'no URL';
}

const get = (path: string, headers?: Record<string, string>): Promise<Reply> =>
  service.anyone.get(path.startsWith('http') ? path : `${service.origin}${path}`, headers);

async function xmlAt(path: string): Promise<XmlElement> {
  const { status, headers, text } = await get(path);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  return parseXml(text);
}

/** The addresses in a file of the sitemap. */
const locsAt = async (path: string) =>
  (await xmlAt(path)).children.flatMap((each) => childTexts(each, 'loc'));

const entriesOf = (feed: XmlElement) => feed.children.filter(({ name }) => name === 'job');

/** The facts of an entry of the feed, by the names of its elements. */
const factsOf = ({ children }: XmlElement) =>
  Object.fromEntries(children.map(({ name, text }) => [name, text]));

const isEmployer = (url: string) => url.startsWith(`${service.origin}/employers/`);

const isFront = (url: string) => url === `${service.origin}/`;

/** The URLs in the feed, and the URLs in all parts of the sitemap. */
async function published(): Promise<Record<'feed' | 'sitemap' | 'employers' | 'front', string[]>> {
  const feed = entriesOf(await xmlAt('/feed.xml')).flatMap((entry) => childTexts(entry, 'url'));
  const urls = (await Promise.all((await locsAt('/sitemap.xml')).map(locsAt))).flat();
  return {
    feed,
    sitemap: urls.filter((url) => !isEmployer(url) && !isFront(url)),
    front: urls.filter(isFront),
    employers: urls.filter(isEmployer),
  };
}

describe('the feed and the sitemap', () => {
  test('return 404 before the first run, and are empty without postings', async () => {
    expect((await get('/feed.xml')).status).toBe(404);
    expect((await get('/sitemap.xml')).status).toBe(404);
    expect(await service.publishFeeds()).toEqual({ postings: 0, parts: 0, finished: true, changed: true });
    expect(await published()).toEqual({ feed: [], sitemap: [], employers: [], front: [] });
  });

  test('are mentioned in the log only by a run that changed them', async () => {
    setClock('2026-06-10T12:00:00Z');
    expect(await loggedLines(() => service.publishFeeds())).toEqual([]);
    await post(await service.newEmployer());
    const lines = await loggedLines(async () => {
      // The run fails, so that it is repeated.
      await expect(service.publishFeeds(59_000)).rejects.toThrow('"finished":false');
      await service.publishFeeds();
      await service.publishFeeds();
    });
    expect(lines.filter(({ operation }) => operation === 'publishFeeds')).toEqual([
      expect.objectContaining({ level: 'WARN', postings: 0, finished: false }),
      expect.objectContaining({ level: 'INFO', postings: 1, changed: true }),
    ]);
  });

  test('have every open posting once, and the page of each employer that a posting names, once', async () => {
    setClock('2026-06-10T12:00:00Z');
    const { newEmployer } = service;
    const [acme, other, hidden] = [await newEmployer(), await newEmployer(), await newEmployer()];
    const [closed, suspended] = [await newEmployer(), await newEmployer()];
    const expected = [await post(acme), await post(acme), await post(other)];
    for (const employer of [acme, hidden]) expected.push(await post(employer, { confidential: true }));
    await post(acme, { status: 'draft' });
    await post(hidden, { status: 'archived' });
    await post(closed, { closeDate: '2026-06-10' });
    await post(suspended);
    await employerStore(service.db).suspend(suspended.employer.id, new Date());
    setClock('2026-06-11T12:00:00Z');
    await service.publishFeeds();
    const { feed, sitemap, employers, front } = await published();
    expect(front).toHaveLength(1);
    expect(feed.toSorted()).toEqual(expected.toSorted());
    expect(sitemap.toSorted()).toEqual(expected.toSorted());
    const pages = [acme, other].map(({ employer }) => `${service.origin}/employers/${employer.id}`);
    expect(employers.toSorted()).toEqual(pages.toSorted());
  });

  test('change with every field that they show, also after a run that found no change and read no posting', async () => {
    setClock('2026-06-10T12:00:00Z');
    const acme = await service.newEmployer({ name: 'Acme' });
    await post(acme, { closeDate: '2026-06-20', description: '<p>Bread</p>' });
    const baker = (await acme.get('/jobs')).body.data[0].id as number;
    const employers = employerStore(service.db);
    const { id } = acme.employer;
    const changes: Record<string, () => Promise<unknown>> = {
      'a description': () => acme.put(`/jobs/${baker}`, { description: '<p>Cake</p>' }),
      'a confidential job': () => acme.put(`/jobs/${baker}`, { confidential: true }),
      'a job that is public again': () => acme.put(`/jobs/${baker}`, { confidential: false }),
      'the name of the employer': () => employers.update(id, { name: 'Acme Inc.' }),
      'a suspension': () => employers.suspend(id, new Date()),
      'its end': () => employers.resume(id),
      'a new job': () => post(acme),
      'a deleted job': async () => {
        const { data } = (await acme.get('/jobs')).body;
        await acme.delete(`/jobs/${data[0].id}`);
      },
      'an archived job': () => acme.put(`/jobs/${baker}`, { status: 'archived' }),
      'an active one': () => acme.put(`/jobs/${baker}`, { status: 'active', closeDate: '2026-06-20' }),
      'a day on which it closes': () => Promise.resolve(setClock('2026-06-21T12:00:00Z')),
    };
    await service.publishFeeds();
    for (const [what, change] of Object.entries(changes)) {
      const idle = await service.publishFeeds();
      await change();
      const { changed } = await service.publishFeeds();
      expect([what, idle.postings, idle.changed, changed]).toEqual([what, 0, false, true]);
    }
  });

  test('show a posting in the language of the profile, and the pages in both languages', async () => {
    setClock('2029-12-02T12:00:00Z');
    const acme = await service.newEmployer();
    const fr = { title: 'Boulangère', description: '<p>Du pain</p>' };
    const url = await post(acme, { language: 'en', title: 'Baker', translations: { fr } });
    const titles = [];
    for (const language of ['en', 'fr'] as const) {
      await setProfile(service.db, acme.employer, { language });
      await service.publishFeeds();
      const [entry] = entriesOf(await xmlAt('/feed.xml'));
      const { title, description, url: address } = entry ? factsOf(entry) : {};
      titles.push([title, description, address, (await published()).sitemap]);
    }
    const pages = [url, `${url}?lang=fr`];
    expect(titles).toEqual([
      ['Baker', aJob().description, url, pages],
      [fr.title, fr.description, `${url}?lang=fr`, pages],
    ]);
  });

  test('describe a posting in the terms of aggregators, once for each of its places', async () => {
    setClock('2029-12-02T12:00:00Z');
    const acme = await service.newEmployer({ name: 'Müller & Söhne <AG>' });
    const url = await post(acme, {
      ...aFullJob({
        confidential: false,
        title: 'Développeur ]]> & <b> \u{1F642}',
        description: '<p>Fish &amp; chips: <strong>2 &lt; 3</strong></p>',
        workplace: 'hybrid',
        referenceId: 'SECRET-REFERENCE',
      }),
    });
    await service.publishFeeds();
    const feed = await xmlAt('/feed.xml');
    expect(childTexts(feed, 'publisherurl')).toEqual([service.origin]);
    expect(childTexts(feed, 'lastBuildDate')).toEqual(['Sun, 02 Dec 2029 12:00:00 GMT']);
    const id = url.slice(url.lastIndexOf('/') + 1);
    const facts = {
      title: 'Développeur ]]> & <b> \u{1F642}',
      date: '2029-12-02T00:00:00Z',
      requisitionid: id,
      url,
      company: 'Müller & Söhne <AG>',
      country: 'CA',
      description: '<p>Fish &amp; chips: <strong>2 &lt; 3</strong></p>',
      salary: '$50,000.00 - $60,000.50 per year plus commission',
      jobtype: 'contract',
      remotetype: 'Hybrid remote',
      expirationdate: '2031-12-31T23:59:59Z',
    };
    const { body: posting } = await get(`${BASE_PATH}/public/jobs/${id}`);
    const numbers = posting.locations.map((place: { id: number }) => `${id}-${place.id}`);
    expect(entriesOf(feed).map(factsOf)).toMatchObject([
      { ...facts, city: 'Vancouver', state: 'BC', referencenumber: numbers[0] },
      { ...facts, city: 'Montréal', state: 'QC', referencenumber: numbers[1] },
    ]);
    expect(entriesOf(feed).flatMap((entry) => childTexts(entry, 'category'))).toHaveLength(4);
    // Indeed reads no entities.
    expect((await get('/feed.xml')).text.replaceAll(/<!\[CDATA\[.*?\]\]>/gs, '')).not.toContain('&');
  });

  test('follow the limits of sitemaps.org', async () => {
    setClock('2026-06-10T23:00:00Z');
    const acme = await service.newEmployer();
    await post(acme);
    await post(acme, { confidential: true });
    await service.publishFeeds();
    const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
    const index = await xmlAt('/sitemap.xml');
    expect([index.name, index.namespace]).toEqual(['sitemapindex', namespace]);
    const [sitemap] = index.children;
    expect(sitemap?.children.map(({ name }) => name)).toEqual(['loc', 'lastmod']);
    expect(childTexts(sitemap as XmlElement, 'lastmod')).toEqual(['2026-06-10T23:00:00.000Z']);
    const part = await xmlAt(childTexts(sitemap as XmlElement, 'loc')[0] ?? '');
    expect([part.name, part.namespace]).toEqual(['urlset', namespace]);
    for (const url of part.children) {
      expect([url.name, url.namespace]).toEqual(['url', namespace]);
      expect(['loc', 'loc lastmod']).toContain(url.children.map(({ name }) => name).join(' '));
      const [loc = ''] = childTexts(url, 'loc');
      expect(loc.startsWith(service.origin)).toBe(true);
      expect(loc.length).toBeLessThan(2_048);
      expect(childTexts(url, 'lastmod')).toEqual(loc.includes('/jobs/') ? ['2026-06-10'] : []);
    }
  });

  test('are in an order that reveals neither employers nor dates', async () => {
    const first12 = new Set(await createJobs(await service.newEmployer(), 12));
    await createJobs(await service.newEmployer(), 12);
    await service.publishFeeds();
    const { feed, sitemap } = await published();
    expect(sitemap).toEqual(feed);
    const ids = feed.map((url) => Number(url.slice(url.lastIndexOf('/') + 1)));
    const isFirst = ids.map((id) => first12.has(id));
    const changes = isFirst.filter((each, index) => index > 0 && each !== isFirst[index - 1]).length;
    // An order by employer has 1 change of employer. A random order has fewer than 4 once in 40,000 times.
    expect(changes).toBeGreaterThan(3);
    expect(ids).not.toEqual(ids.toSorted((a, b) => a - b));
    await service.publishFeeds();
    expect((await published()).feed).toEqual(feed);
  });
});

/** The conditional headers of a client that has the file. */
const conditionsOf = ({ headers }: Reply) => [
  { 'if-none-match': headers.get('etag') ?? '' },
  { 'if-modified-since': headers.get('last-modified') ?? '' },
];

describe('a reader of the feed and the sitemap', () => {
  test('gets 304 by tag or by date until the content changes', async () => {
    setClock('2026-06-10T12:00:00.500Z');
    const acme = await service.newEmployer();
    await post(acme);
    await service.publishFeeds();
    const paths = ['/feed.xml', '/sitemap.xml'];
    const firsts = await Promise.all(paths.map((path) => get(path)));
    setClock('2026-06-10T13:00:00Z');
    expect((await service.publishFeeds()).changed).toBe(false);
    for (const [index, path] of paths.entries()) {
      for (const condition of conditionsOf(firsts[index] as Reply)) {
        const { status, text, headers } = await get(path, condition);
        expect([path, status, text]).toEqual([path, 304, '']);
        expect(headers.get('etag')).toBe(firsts[index]?.headers.get('etag'));
      }
      // The tag decides if a client sends both headers.
      const both = { 'if-none-match': '"other"', 'if-modified-since': 'Thu, 11 Jun 2026 12:00:00 GMT' };
      expect((await get(path, both)).status).toBe(200);
      const before = { 'if-unmodified-since': 'Wed, 10 Jun 2026 11:59:59 GMT' };
      expect((await get(path, before)).status).toBe(412);
    }
    await post(acme);
    // The new edition is earlier than the last: the clock was set back.
    setClock('2026-06-10T11:00:00Z');
    expect((await service.publishFeeds()).changed).toBe(true);
    for (const [index, path] of paths.entries()) {
      for (const condition of conditionsOf(firsts[index] as Reply)) {
        expect((await get(path, condition)).status).toBe(200);
      }
    }
  });

  test('gets the parts that an older index names, even after a run published new parts, but no file from before', async () => {
    const acme = await service.newEmployer();
    await files.leave('public/old', new Uint8Array(), 2);
    const job = await post(acme);
    await service.publishFeeds();
    const [part = ''] = await locsAt('/sitemap.xml');
    await post(acme);
    await service.publishFeeds();
    expect(await locsAt('/sitemap.xml')).not.toContain(part);
    await expect(files.read('public/old')).rejects.toThrow('ENOENT');
    expect(await locsAt(part)).toEqual([
      job,
      `${service.origin}/`,
      `${service.origin}/employers/${acme.employer.id}`,
    ]);
  });

  test('gets a compressed file only if the reader accepts compression', async () => {
    await post(await service.newEmployer());
    await service.publishFeeds();
    const plain = await get('/feed.xml');
    const compressed = await fetch(`${service.origin}/feed.xml`, { headers: { 'accept-encoding': 'gzip' } });
    expect([plain, compressed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip']);
    expect(await compressed.text()).toBe(plain.text);
  });

  test('gets a 404 for the path of no file', async () => {
    await service.publishFeeds();
    for (const name of ['none.xml', `${'0'.repeat(32)}.xml`, '..%2Fedition.json', 'x'])
      expect([name, (await get(`/sitemap/${name}`)).status]).toEqual([name, 404]);
  });

  test('is redirected to the file of a feed that is too large for a response', async () => {
    const acme = await service.newEmployer();
    const description = `<p>${'Bread & butter. '.repeat(14_000)}</p>`;
    const locations = [{ description: 'Vancouver, BC' }, { description: 'Montréal, QC' }];
    const ids = await createJobs(acme, 8, { description, locations });
    const urls = ids.map((id) => `${service.origin}/jobs/${id}`);
    expect(await service.publishFeeds()).toMatchObject({ postings: 8, parts: 1 });
    const answer = await fetch(`${service.origin}/feed.xml`, { redirect: 'manual' });
    expect([answer.status, await answer.text()]).toEqual([302, '']);
    const { pathname } = new URL(answer.headers.get('location') ?? '');
    expect(pathname).toMatch(/^\/files\/public\/feed\/[0-9a-f]{32}\.xml\.gz$/);
    const feed = parseXml(gunzipSync(await files.read(pathname.replace('/files/', ''))).toString());
    const feedUrls = entriesOf(feed).flatMap((entry) => childTexts(entry, 'url'));
    expect(feedUrls.toSorted()).toEqual([...urls, ...urls].toSorted());
  });
});
