import { describe, expect, test } from '@jest/globals';
import { Html, html, plainText } from '../../../pages/html.ts';
import { parsePostingSearch } from '../../../functions/postings/employer/posting-search.ts';
import { hostileTexts } from '../../fuzz/hostile-texts.ts';
import { createJobs } from '../../setup/job-lists.ts';
import type { Reply } from '../../setup/http-client.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { socialCard, nextPageUrl, listedTitles } from '../../setup/public-pages.ts';

const service = sharedService();
type Acme = Awaited<ReturnType<typeof service.newEmployer>>;

const places = (...names: string[]) => names.map((description) => ({ description }));

const urlOf = ({ employer }: Pick<Acme, 'employer'>) => `${service.origin}/employers/${employer.id}`;

const search = (
  acme: Pick<Acme, 'employer'>,
  query: string | Record<string, string>,
  headers?: Record<string, string>,
): Promise<Reply> => service.anyone.get(`${urlOf(acme)}?${new URLSearchParams(query).toString()}`, headers);

const unescaped = (text: string) => plainText(new Html(text));

/** A page without the newest jobs, which it shows when a search finds nothing. */
const withoutNewest = (page: Reply): Reply => ({
  ...page,
  text: page.text.replace(/<h2>Newest jobs<\/h2>.*?<\/ul>/s, ''),
});

const elementsIn = ({ text }: Reply) => text.match(/<(?!!)[a-z1-6]+/g);

/** The typed values that the form shows, as HTML. */
const typedIn = ({ text }: Reply): string | undefined => /\sname="q".*?\svalue="([^"]*)"/s.exec(text)?.[1];

/** The chosen and typed values that the form shows. */
const formIn = (page: Reply) => ({
  q: unescaped(typedIn(page) ?? ''),
  chosen: [...page.text.matchAll(/<option value="([^"]*)"\s+selected/g)].map(([, value]) => value),
});

/** The options of the form, by the name of the field. */
const optionsIn = ({ text }: Reply) =>
  Object.fromEntries(
    [...text.matchAll(/<select id="(\w+)".*?<\/select>/gs)].map(([select = '', name = '']) => [
      name,
      [...select.matchAll(/<option\s+value="[^"]+"[^>]*>\s*([^<]+?)\s*<\/option>/g)].map(([, each = '']) =>
        unescaped(each),
      ),
    ]),
  );

const toronto = { locations: places('Toronto, ON') };
const acme = await service.newEmployer({ name: 'Acme' });
await createJobs(acme, [
  { ...toronto, title: 'Night Baker', categories: [{ id: 18 }], referenceId: 'OVEN-7' },
  { ...toronto, title: 'Confidential Baker', confidential: true },
  { title: 'Draft Baker', status: 'draft' },
  { title: 'Archived Baker', status: 'archived' },
  {
    title: 'Boulangère',
    locations: places('Montréal, QC', "St. John's, NL"),
    categories: [{ id: 18 }, { id: 36 }],
    positionType: { id: 2 },
    workplace: 'on-site',
  },
  { ...toronto, title: 'Developer', workplace: 'remote', positionType: { id: 3 } },
  { title: 'Developer, Tools', locations: places('Halifax, NS'), workplace: 'hybrid' },
]);

/** A page without the link to the other language. */
const withoutLink = ({ text }: Reply) => text.replace(/<nav>.*?<\/nav>/s, '');

describe('a search through the postings of an employer', () => {
  test.each<[query: Record<string, string>, titles: string[]]>([
    [{ q: 'baker' }, ['Night Baker']],
    [{ q: 'remote' }, ['Developer']],
    [{ q: 'oven' }, []],
    [{ category: '18' }, ['Boulangère', 'Night Baker']],
    [{ type: '3' }, ['Developer']],
    [{ workplace: 'hybrid' }, ['Developer, Tools']],
    [{ workplace: 'remote', type: '3', category: '23', q: 'dev' }, ['Developer']],
    [{ q: 'confidential' }, []],
    [{ unknown: '1', _: '2', workplace: 'on-site' }, ['Boulangère']],
  ])('with %j finds %j, newest first', async (query, titles) => {
    const page = await search(acme, query);
    expect(page.status).toBe(200);
    expect(listedTitles(withoutNewest(page))).toEqual(titles);
    expect(nextPageUrl(page)).toBeUndefined();
    expect(page.text).not.toContain('OVEN');
  });

  test('lists hits in titles before hits in places', async () => {
    const other = await service.newEmployer();
    await createJobs(other, [
      { title: 'Toronto Guide', locations: places('Ottawa, ON') },
      { title: 'Cook', locations: places('Toronto, ON') },
    ]);
    expect(listedTitles(await search(other, { q: 'toronto' }))).toEqual(['Toronto Guide', 'Cook']);
  });

  test('keeps the search in the links to further pages, which show each posting once', async () => {
    const other = await service.newEmployer();
    const jobs = Array.from({ length: 20 }, (_, n) => ({ title: `Job ${n}`, positionType: { id: 2 } }));
    await createJobs(other, [...jobs, { title: 'Job 20' }]);
    const firstPage = await search(other, { q: 'job', type: '2', category: '' });
    const next = nextPageUrl(firstPage) ?? '';
    expect(next).toMatch(/\?q=job&type=2&after=[0-9a-f]{32}$/);
    const last = await service.anyone.get(next);
    expect([nextPageUrl(last), ...[firstPage, last].flatMap(listedTitles)]).toEqual([
      undefined,
      ...jobs.map(({ title }) => title).toReversed(),
    ]);
    expect(last.text).toContain(`<a href="${urlOf(other)}?q=job&amp;type=2">Newest jobs</a>`);
    expect(last.text).toContain('<meta name="robots" content="noindex, follow" />');
  });

  test('finds a posting behind more than a page of other postings, and links to a next page only if there is one', async () => {
    const other = await service.newEmployer();
    const titles = ['Baker', ...Array<string>(18).fill('Cook'), 'Waiter'];
    const jobs = titles.map((title) => ({ title }));
    await createJobs(other, jobs);
    const [baker, cooks] = [await search(other, { q: 'baker' }), await search(other, { q: 'cook' })];
    const all = await search(other, { lang: 'fr' });
    expect([listedTitles(baker), nextPageUrl(baker)]).toEqual([['Baker'], undefined]);
    expect([listedTitles(cooks), nextPageUrl(cooks)]).toEqual([Array(18).fill('Cook'), undefined]);
    expect(nextPageUrl(all)).toMatch(/\?after=[0-9a-f]{32}&lang=fr$/);
    const last = await service.anyone.get(nextPageUrl(all) ?? '');
    expect(listedTitles(last)).toEqual(['Cook', 'Baker']);
    expect(last.text).toContain(`<a href="${urlOf(other)}?lang=fr">Offres les plus récentes</a>`);
  });

  test('shows the newest jobs when nothing matches', async () => {
    const page = await search(acme, { q: 'unused' });
    expect(page.text).toContain('<h2>Newest jobs</h2>');
    expect(listedTitles(page)).toEqual(['Developer, Tools', 'Developer', 'Boulangère', 'Night Baker']);
    expect((await search(acme, { category: '1' })).text).toContain('No open job matches these filters.');
  });

  test('does not reveal that a confidential job matches', async () => {
    const [hidden, none] = [await search(acme, { q: 'confid' }), await search(acme, { q: 'unused' })];
    expect(hidden.text.replaceAll('confid', 'unused')).toBe(none.text);
    expect(unescaped(socialCard(none.text)['og:description'] ?? '')).toBe(
      'No open job matches “unused”. Try fewer words, a city, or a province.',
    );
  });

  test('keeps typed and chosen values in an address that can be shared', async () => {
    const [q, chosen] = ['"Développeur" <b>&\'', { category: '23', workplace: 'remote' }];
    const page = await search(acme, { q: ` ${q} `, type: '', ...chosen });
    expect(formIn(page)).toEqual({ q, chosen: ['23', 'remote'] });
    expect(page.text).toContain('<summary>Filters (2)</summary>');
    expect(page.headers.get('cache-control')).toBe('public, max-age=60');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    const query = new URLSearchParams({ q, ...chosen });
    expect(unescaped(socialCard(page.text)['og:url'] ?? '')).toBe(`${urlOf(acme)}?${query.toString()}`);
    expect(page.text).toContain(`<link rel="canonical" href="${urlOf(acme)}" />`);
    expect(page.text).toContain('<meta name="robots" content="noindex, follow" />');
    expect(page.text).toContain(`<a href="${urlOf(acme)}">Show all jobs</a>`);
  });

  test('shows all postings when every parameter is empty', async () => {
    const [plain, empty] = [
      await search(acme, ''),
      await search(acme, 'q=&category=+&type=&workplace=&after='),
    ];
    expect(withoutLink(empty)).toBe(withoutLink(plain));
    expect(plain.text).not.toContain('noindex');
  });

  test('offers the values of the open postings in alphabetical order, and counts the postings', async () => {
    const page = await search(acme, '');
    expect(page.text).toContain('4 open jobs');
    expect(optionsIn(page)).toEqual({
      place: ['Halifax, NS', 'Montréal, QC', "St. John's, NL", 'Toronto, ON'],
      category: ['Food and Beverage', 'Information Technology', 'Skilled Trades'],
      type: ['Full time', 'Part time', 'Contract'],
      workplace: ['On site', 'Hybrid', 'Remote'],
    });
    const french = await search(acme, { q: 'x', type: '2' }, { 'accept-language': 'fr' });
    expect(french.text).toContain(
      'Aucune offre ne correspond à «\u00A0<bdi>x</bdi>\u00A0». Essayez moins de mots, une ville ou une province.',
    );
    expect(french.text).toContain('<title>x – Offres d’emploi');
    expect(optionsIn(french)).toMatchObject({
      category: ['Alimentation et boissons', 'Métiers spécialisés', 'Technologies de l’information'],
    });
  });

  test('offers every category and the places of the listed postings when it has not read all postings', async () => {
    const many = await service.newEmployer();
    await createJobs(many, 51, { locations: places('Regina, SK', 'Toronto, ON') });
    const page = await search(many, '');
    expect(page.text).not.toContain('open jobs');
    const { category, place, type } = optionsIn(page);
    expect([category?.length, category?.at(-1), type?.length]).toEqual([40, 'Other', 5]);
    expect(place).toEqual(['Regina, SK', 'Toronto, ON']);
  });

  test('finds the postings at a place that it offers', async () => {
    const [, placeId = ''] =
      /<option\s+value="(\d+)"[^>]*>\s*Toronto, ON/.exec((await search(acme, '')).text) ?? [];
    const page = await search(acme, { place: placeId });
    expect([listedTitles(page), formIn(page).chosen]).toEqual([['Developer', 'Night Baker'], [placeId]]);
    expect(listedTitles(await search(acme, { place: placeId, q: 'baker' }))).toEqual(['Night Baker']);
    expect(listedTitles(withoutNewest(await search(acme, { place: '999999' })))).toEqual([]);
  });

  test('leaves out a filter without a choice', async () => {
    const small = await service.newEmployer();
    await createJobs(small, [{ title: 'Baker' }, { title: 'Cook' }]);
    expect(optionsIn(await search(small, ''))).toEqual({});
  });

  test('keeps the chosen language in all links', async () => {
    const page = await search(acme, { q: 'boulangere', lang: 'fr' }, { 'accept-language': 'en' });
    expect(page.text).toContain('1 offre trouvée');
    expect(page.text).toContain('<input type="hidden" name="lang" value="fr" />');
    expect(page.text).toContain(`<a href="${urlOf(acme)}?lang=fr">Afficher toutes les offres</a>`);
    expect(page.text).toMatch(/<h2><a href="[^"]+\/jobs\/\d+\?lang=fr"/);
    expect((await search(acme, { q: 'boulangere' })).text).not.toContain('type="hidden"');
  });

  test.each<[query: string, sentence: string]>([
    ['q=a&q=b', 'one text'],
    ['after=x', 'Begin with the newest jobs'],
    ['q=baker&after=00000000000000000000000000000000', 'Begin with the newest jobs'],
  ])('400s with a page that names the broken rule: %.40s', async (query, sentence) => {
    const page = await service.anyone.get(`${urlOf(acme)}?${query}`);
    expect(page.status).toBe(400);
    expect(page.text).toContain(sentence);
    expect(page.text).toContain('<h1>Jobs at <bdi>Acme</bdi></h1>');
    expect(page.text).toContain('Show all jobs');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(listedTitles(page)).toEqual([]);
    const french = await service.anyone.get(`${urlOf(acme)}?${query}`, { 'accept-language': 'fr' });
    expect([french.status, french.text.includes('Vérifiez votre recherche')]).toEqual([400, true]);
  });

  test.each([
    [`q=${'a'.repeat(257)}`, ['q']],
    [`q=${'a'.repeat(256)}&type=1`, []],
    ['q[]=a&category[]=1&category=1,2', ['category']],
    ['category=0', ['category']],
    ['category=41', ['category']],
    ['category=01', ['category']],
    ['category=1&category=2', ['category']],
    ['type=1e0', ['type']],
    ['type=constructor', ['type']],
    ['workplace=null', ['workplace']],
    ['place=0', ['place']],
    ['place=1234567', ['place']],
  ])('breaks a rule when a value is invalid: %.40s', (query, broken) => {
    expect(parsePostingSearch(query).invalid).toEqual(broken);
  });

  test('shows an error for every invalid parameter at its field', async () => {
    const page = await search(acme, { q: 'a'.repeat(300), category: '99', type: '1', workplace: '<x>' });
    for (const name of ['q', 'category', 'workplace']) {
      expect(page.text).toContain(`aria-describedby="problem-${name}"`);
      expect(page.text).toContain(`<li id="problem-${name}">`);
    }
    expect(page.text).not.toContain('problem-type');
    expect(page.text).toMatch(/<details\s+open>/);
    expect(page.text).not.toContain('<x>');
  });

  test('never fails, and shows every search text as it was typed', async () => {
    const raw = ['%', '%zz', '%ff%fe', '%00', '%26q%3D', 'a%0d%0aSet-Cookie:%20b=c'];
    const hostile = hostileTexts.slice(0, 20).map((each) => encodeURIComponent(each.toWellFormed()));
    const elements = elementsIn(await search(acme, { q: 'unused' }));
    for (const text of [...raw, ...hostile]) {
      const page = await service.anyone.get(`${urlOf(acme)}?q=${text}`);
      const typed = (new URLSearchParams(`q=${text}`).get('q') ?? '').trim();
      expect([text, page.status, typedIn(page)]).toEqual([text, 200, html`${typed}`.text]);
      if (listedTitles(withoutNewest(page)).length === 0)
        expect([text, elementsIn(page)]).toEqual([text, elements]);
    }
  });
});
