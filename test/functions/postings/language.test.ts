import { describe, expect, test } from '@jest/globals';
import { createFrame } from '../../../functions/http/page-frame.ts';
import { applicationReader } from '../../../functions/applications/application/application-store.ts';
import { aJob } from '../../setup/a-job.ts';
import { anApplication, applyForm } from '../../setup/an-application.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { rawRequest } from '../../setup/http-client.ts';
import { socialCard } from '../../setup/public-pages.ts';
import { setProfile } from '../../setup/employers-in-table.ts';

const service = sharedService();

const accepted = (language: string) => ({ 'accept-language': language });

function send(path: string, fields: Record<string, string | undefined> = {}, language = 'en') {
  const body = applyForm({ email: `${crypto.randomUUID()}@example.com`, ...fields });
  const headers = accepted(language);
  return fetch(`${service.origin}${path}`, { method: 'POST', body, headers, redirect: 'manual' });
}

const { acme: owner, job: openJob } = await service.employerWithJob({ status: 'active' });
const { body: closedJob } = await owner.post('/jobs', aJob({ status: 'active' }));
await owner.put(`/jobs/${closedJob.id}`, { status: 'archived' });
const jobPath = `/jobs/${openJob.id}`;
const receipt = new URL((await send(`${jobPath}/apply`)).headers.get('location') ?? '');
const receiptPath = `${receipt.pathname}${receipt.search}`;

/** The path of a page of each kind, with its own query if it needs one. */
const paths = {
  posting: jobPath,
  'employer page': `/employers/${owner.employer.id}`,
  form: `${jobPath}/apply`,
  'page of an application': receiptPath,
  'page that asks before a withdrawal': `${receiptPath}&withdraw=`,
  'closed posting': `/jobs/${closedJob.id}`,
  'missing posting': '/jobs/2147483647',
  'missing application': '/application?token=none',
  'missing employer': '/employers/2147483647',
  'page with an invalid cursor': `/employers/${owner.employer.id}?after=none`,
};

const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;

async function read(path: string, language = 'en') {
  const { href } = new URL(path, service.origin);
  const response = await service.anyone.get(href, accepted(language));
  const { text } = response;
  return { response, text, language: /<html lang="(\w+)"/.exec(text)?.[1] };
}

/** The links of a page to the service, without the link to the other language. */
const linksIn = (text: string): string[] => {
  const [, body = ''] = /<body>(.*)<\/body>/s.exec(text) ?? [];
  return [...body.matchAll(/<(?:a|form)\b[^>]*>/g)]
    .filter(([tag]) => !tag.includes('hreflang='))
    .flatMap(([tag]) => /(?:href|action)="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? [])
    .filter((link) => URL.parse(link, service.origin)?.origin === service.origin);
};

const partsOf = ({ pathname, searchParams }: URL) => [pathname, ...searchParams];

/** The query of the link to the other language. */
const switchIn = (text: string) =>
  /<a href="(\?[^"]*)" hreflang="\w+" lang="\w+">/.exec(text)?.[1]?.replaceAll('&amp;', '&');

/** The language of the employer's only application, and the language of the sentence to which the candidate agreed. */
async function languagesOf({ employer, get }: Awaited<ReturnType<typeof service.newEmployer>>) {
  const [{ id }] = (await get('/applications')).body.data;
  const application = await applicationReader(service.db, () => new Date()).own(employer.id, id);
  return [application?.language, application?.consent?.language];
}

describe.each(Object.entries(paths))('lang on the %s', (_, pagePath) => {
  test('sets the language of the page and of every link, whatever language the browser accepts', async () => {
    const french = await read(withQuery(pagePath, 'lang=fr'), 'en');
    const english = await read(withQuery(pagePath, 'lang=en'), 'fr');
    for (const [{ response, language }, chosen] of [
      [french, 'fr'],
      [english, 'en'],
    ] as const) {
      expect([language, response.headers.get('content-language')]).toEqual([chosen, chosen]);
      expect(response.headers.get('vary')).toBe('accept-encoding');
    }
    expect(linksIn(french.text).filter((link) => !/[?&]lang=fr$/.test(link))).toEqual([]);
    for (const link of linksIn((await read(pagePath, 'fr')).text))
      // A form is answered in the language that the candidate saw, whether it was chosen or not.
      expect(link.includes('lang=')).toBe(/^(?:\?lang=fr|application\?lang=fr)$/.test(link));
    const visibleText = french.text.replaceAll(/<(style|script)\b.*?<\/\1>/gs, '');
    // Punctuation after an ordinary space could begin a line.
    expect(visibleText.match(/\S+ [:;?!](?=[\s<])/g)).toBeNull();
  });

  test('is the only part of the address that the link to the other language changes', async () => {
    const path = withQuery(pagePath, 'x=%22%3E%3Cb%3E%26&lang=de');
    const { response, text } = await read(path, 'fr');
    const other = new URL(switchIn(text) ?? '', new URL(path, service.origin));
    const expected = new URL(path, service.origin);
    expected.searchParams.set('lang', 'en');
    expect(partsOf(other)).toEqual(partsOf(expected));
    const english = await read(`${other.pathname}${other.search}`, 'fr');
    expect([english.language, english.response.status]).toEqual(['en', response.status]);
  });
});

/** The language of a page by its query, the languages that the browser accepts, and the language of its content. */
const languageBy = (rawQueryString: string, preferred: string | undefined, pageLanguage?: 'en' | 'fr') => {
  const headers = preferred === undefined ? {} : accepted(preferred);
  const { language, isChosen } = createFrame(
    { headers, rawQueryString, requestContext: { http: { method: 'GET' } } },
    pageLanguage,
  );
  return { language, isChosen };
};

describe('the language of a page', () => {
  test.each(['lang=de', 'lang=', 'lang=french', 'lang=en&lang=fr', 'lang=%00', 'langs=en'])(
    'is not chosen by a query that names no supported language, or several: %s',
    (query) => {
      expect(languageBy(query, 'fr')).toEqual({ language: 'fr', isChosen: false });
    },
  );

  test.each(['lang=fr', 'lang=FR', 'lang=fr-CA', 'lang=fr_CA'])(
    'is chosen by a query, also as a locale: %s',
    (query) => {
      expect(languageBy(query, 'en')).toEqual({ language: 'fr', isChosen: true });
    },
  );

  test.each([
    ['en-CA,en;q=0.9,fr;q=0.8', 'en'],
    ['fr-CA', 'fr'],
    ['fr;q=0.8, en;q=0.9', 'en'],
    ['FR', 'fr'],
    ['de, *;q=0.5', 'en'],
    ['fr;q=0', 'en'],
    ['en;q=0', 'fr'],
    ['en-US;q=0, en', 'en'],
    ['fr;q=nonsense', 'fr'],
    [',,;q', 'fr'],
    [', *', 'fr'],
    ['', 'fr'],
    [undefined, 'fr'],
  ])(
    'is the accepted language of highest quality, or French for a French text if no language is named: %s',
    (preferred, best) => {
      expect(languageBy('', preferred, 'fr').language).toBe(best);
    },
  );
});

/** The links in the head of a page, whose first one is the address of its social card, too. */
const linksAt = async (path: string) => {
  const { text } = await read(path);
  const [, canonical = ''] = /<link rel="canonical" href="([^"]*)"/.exec(text) ?? [];
  expect(text).toContain(`<meta property="og:url" content="${canonical}"`);
  return [...text.matchAll(/<link rel="\w+"(?: hreflang="([\w-]+)")? href="(http[^"]*)"/g)].map(
    ([, language, href]) => [language, href],
  );
};

describe('lang', () => {
  test('is in every address from the list to the page of the application, also after redirects', async () => {
    const list = await read(withQuery(paths['employer page'], 'lang=fr'));
    const posting = linksIn(list.text).find((link) => link.includes(`${jobPath}?`)) ?? '';
    const page = await read(posting);
    const form = linksIn(page.text).find((link) => link.includes('/apply')) ?? '';
    const { pathname, search } = new URL(form);
    const go = await fetch(form.replace('/apply', '/go'), { redirect: 'manual' });
    expect(go.headers.get('location')).toBe(form);
    const response = await send(`${pathname}${search}`);
    expect(response.headers.get('location')).toMatch(/\/application\?token=[\w.-]+&lang=fr$/);
    expect((await read(response.headers.get('location') ?? '')).language).toBe('fr');
  });

  test('is in the redirect of a posting that moved to another address', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active', confidential: true });
    await acme.put(`/jobs/${job.id}`, { confidential: false });
    for (const end of ['', '/apply']) {
      const moved = await fetch(`${job.postingUrl}${end}?lang=fr`, { redirect: 'manual' });
      const location = `${service.origin}/jobs/${job.id}${end}?lang=fr`;
      const values = ['location', 'cache-control'].map((name) => moved.headers.get(name));
      expect([moved.status, ...values]).toEqual([301, location, 'no-store']);
    }
  });

  test('is in the canonical address of the employer page, but not of a posting', async () => {
    const [employer, posting] = [paths['employer page'], jobPath].map((path) => `${service.origin}${path}`);
    for (const [query, chosen] of [
      ['', ''],
      ['?lang=en', '?lang=en'],
      ['?lang=fr&utm_source=mail', '?lang=fr'],
    ]) {
      expect(await linksAt(`${employer}${query}`)).toEqual([
        [undefined, `${employer}${chosen}`],
        ['x-default', employer],
        ['en', `${employer}?lang=en`],
        ['fr', `${employer}?lang=fr`],
      ]);
      expect(await linksAt(`${posting}${query}`)).toEqual([[undefined, posting]]);
    }
  });
});

/** The language that each part of a page declares. */
async function languageOf(address: string) {
  const { status, headers: received, text } = await rawRequest(service.origin, { path: address });
  expect(status).toBeLessThan(500);
  expect(received['vary']).toBe('accept-encoding, accept-language');
  const languages = [
    /<html lang="(\w+)"/.exec(text)?.[1],
    received['content-language'],
    switchIn(text)?.endsWith('lang=en') === true ? 'fr' : 'en',
    (socialCard(text)['og:locale'] ?? '').slice(0, 2),
  ];
  expect(new Set(languages.filter((each) => each !== '')).size).toBe(1);
  return { language: languages[0], text };
}

describe('a client that names no language', () => {
  test('gets pages of an employer in the language of its profile, and forms in the language of the posting', async () => {
    const description = 'Nous cherchons une personne pour notre boulangerie avec de l’expérience.';
    const posting = { status: 'active', title: 'Boulangère ou boulanger', description };
    const { acme, job } = await service.employerWithJob(posting);
    const { body: closed } = await acme.post('/jobs', aJob(posting));
    await acme.put(`/jobs/${closed.id}`, { status: 'archived' });
    for (const language of ['fr', 'en'] as const) {
      await setProfile(service.db, acme.employer, { language });
      for (const path of [`/employers/${acme.employer.id}`, `/employers/${acme.employer.id}?category=x`])
        expect([path, (await languageOf(path)).language]).toEqual([path, language]);
      for (const end of [`${job.id}/apply`, `${job.id}/report`, closed.id, `${closed.id}/apply`])
        expect([end, (await languageOf(`/jobs/${end}`)).language]).toEqual([end, 'fr']);
    }
    expect((await languageOf('/jobs/2147483647')).language).toBe('en');
  });
});

describe('a form', () => {
  test('is answered in the language that the candidate saw, whatever language the browser accepts when it sends the form', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const { text } = await read(`/jobs/${job.id}/apply`, 'fr');
    const action = linksIn(text).find((link) => link.startsWith('?'));
    const refused = await send(`/jobs/${job.id}/apply${action}`, { name: '' }, 'en');
    const page = await refused.text();
    expect([refused.status, refused.headers.get('content-language')]).toEqual([400, 'fr']);
    expect(linksIn(page)).toContain(action);
    expect((await send(`/jobs/${job.id}/apply${action}`, {}, 'en')).status).toBe(303);
    expect(await languagesOf(acme)).toEqual(['fr', 'fr']);
  });

  test('that is shown again links to the other language, but the page after a withdrawal does not', async () => {
    const refused = await send(`${jobPath}/apply?lang=fr`, { email: 'none' });
    expect([refused.status, switchIn(await refused.text())]).toEqual([400, '?lang=en']);
    const response = await send(`${jobPath}/apply`);
    const { searchParams } = new URL(response.headers.get('location') ?? '');
    const withdrawn = await fetch(`${service.origin}/application?lang=fr`, {
      method: 'POST',
      body: new URLSearchParams({ token: searchParams.get('token') ?? '' }),
    });
    const text = await withdrawn.text();
    expect([withdrawn.status, withdrawn.headers.get('content-language')]).toEqual([200, 'fr']);
    expect(switchIn(text)).toBeUndefined();
    const [, main = ''] = /<main[^]*?>([^]*)<\/main>/.exec(text) ?? [];
    expect(linksIn(`<body>${main}</body>`)).toEqual([expect.stringMatching(/\/employers\/\d+\?lang=fr$/)]);
  });
});

test.each([
  ['', {}, 'fr'],
  ['?lang=fr', accepted('en'), 'en'],
])(
  'an application in JSON has the language that the client accepts, or otherwise that of the profile: %j %j',
  async (query, headers, language) => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    await setProfile(service.db, acme.employer, { language: 'fr' });
    const path = `/public/jobs/${job.id}/applications${query}`;
    const received = await service.anyone.post(path, anApplication(), headers);
    expect([received.status, received.headers.get('warning')]).toEqual([201, null]);
    expect(await languagesOf(acme)).toEqual([language, language]);
  },
);
