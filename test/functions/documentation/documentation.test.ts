import { describe, expect, test } from '@jest/globals';
import { chapters } from '../../../pages/guide.ts';
import { documentedOperations, type DocumentedOperation } from '../../../schemas/operation-schemas.ts';
import { problems, problemType } from '../../../schemas/problems.ts';
import { violations } from '../../../schemas/violations.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { rawRequest } from '../../setup/http-client.ts';

const service = sharedService();

const at = (path: string, headers?: Record<string, string>) =>
  service.anyone.get(`${service.origin}${path}`, headers);

const replies = new Map<string, ReturnType<typeof at>>();

/** The response at a path. Pages do not change, so each is fetched once. */
function pageAt(path: string): ReturnType<typeof at> {
  const reply = replies.get(path) ?? at(path);
  replies.set(path, reply);
  return reply;
}

const statusAt = async (path: string) => (await pageAt(path)).status;

/** The Accept header of a browser that navigates to a page. */
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const problemPaths = Object.keys(problems).map((code) => problemType(code));
const subjects = ['jobs', 'applications', 'postings', 'events', 'webhooks', 'partners', 'keys', 'employer'];
const referencePages = [...subjects, 'reference-data', 'schemas', ...chapters().map(({ id }) => id)];
const referencePaths = ['/docs', ...referencePages.map((name) => `/docs/${name}`)];
const htmlPaths = [...referencePaths, ...problemPaths];

/** The maximum number of elements in a page. Phones stall on pages with more. */
const MAX_ELEMENTS = 7_700;

/** All URLs in a page: those of links, styles, scripts and pictures. */
const addressesIn = (text: string) =>
  [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address = '']) => address);

const idsIn = (text: string) => [...text.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);

/** The ids of each page of the reference, by its path. */
async function idsByPath() {
  const pages = referencePaths.map(async (path) => [path, idsIn((await pageAt(path)).text)] as const);
  return new Map(await Promise.all(pages));
}

/** The broken links of a page: those to a path or an entry of the reference that does not exist. */
async function brokenLinks(path: string): Promise<string[]> {
  const ids = await idsByPath();
  const broken: string[] = [];
  for (const address of addressesIn((await pageAt(path)).text)) {
    const { origin, pathname, hash } = new URL(address, `${service.origin}${path}`);
    if (origin !== service.origin || address === '#content') continue;
    const leads = (await statusAt(pathname)) === 200;
    if (!leads || (hash && !ids.get(pathname)?.includes(hash.slice(1)))) broken.push(address);
  }
  return broken;
}

test.each([
  ['/problems', 'docs#problems'],
  ['/favicon.ico', 'docs/icon.svg'],
])(
  '%s redirects with 307 and a relative URL, so that the stage stays in the path: to %s',
  async (path, location) => {
    const { status, headers } = await rawRequest(service.origin, { method: 'GET', path });
    expect([status, headers['location']]).toEqual([307, location]);
  },
);

describe('the reference', () => {
  test.each(Object.entries<DocumentedOperation>(documentedOperations))(
    'shows %s with its path, its problems and a sample in three languages',
    async (id, { summary, method, path }) => {
      const texts = await Promise.all(referencePaths.map(async (each) => (await pageAt(each)).text));
      const [, section = '', ...others] = texts.join('').split(`<article id="${id}"`);
      expect(others).toEqual([]);
      const article = section.slice(0, section.indexOf('</article>'));
      expect(article).toContain(`<h3>${summary}</h3>`);
      expect(article).toContain(`<code>/api/v1.1${path}</code>`);
      expect(article).toContain('problems/internal-error');
      for (const language of ['sh', 'js', 'python']) expect(article).toContain(`data-language="${language}"`);
      expect(article).toContain(`data-method="${method}"`);
    },
  );

  test.each(referencePaths)('has unique ids and no broken links: %s', async (path) => {
    const ids = (await idsByPath()).get(path);
    expect(new Set(ids).size).toBe(ids?.length);
    expect(await brokenLinks(path)).toEqual([]);
    expect((await pageAt(path)).text.match(/<[a-z]/g)?.length).toBeLessThan(MAX_ELEMENTS);
  });

  test('links from every page to every entry, so that old addresses work even without a script', async () => {
    const everything = await Promise.all(
      referencePaths.map(async (path) => {
        const [, navigation = ''] = /<nav[^]*?>([^]*)<\/nav>/.exec((await pageAt(path)).text) ?? [];
        return addressesIn(navigation).map((address) => new URL(address, `${service.origin}${path}`).href);
      }),
    );
    for (const addresses of everything) expect(addresses).toEqual(everything[0]);
    const entries = new Set(everything[0]?.map((address) => new URL(address).hash.slice(1)));
    for (const [path, ids] of await idsByPath()) {
      const lost = ids.filter((id) => id.includes('.') && !entries.has(id.split('.')[0] ?? ''));
      expect([path, lost]).toEqual([path, []]);
    }
    expect([...entries]).toEqual(expect.arrayContaining(Object.keys(documentedOperations)));
  });

  test('is completely contained in the search index', async () => {
    const sections = JSON.parse((await pageAt('/docs/search.json')).text) as { id: string; text: string }[];
    const ids = new Set([...(await idsByPath()).values()].flat());
    expect(sections.filter(({ id, text }) => text === '' || !ids.has(id))).toEqual([]);
    const expected = [...Object.keys(documentedOperations), ...Object.keys(problems), 'JobRecord', 'paging'];
    expect(sections.map(({ id }) => id)).toEqual(expect.arrayContaining(expected));
  });
});

describe('the page of a problem', () => {
  test.each(Object.entries(problems))(
    '%s is at the URL in the type member of the problem',
    async (code, { status, title }) => {
      const { status: answered, headers, text } = await pageAt(problemType(code));
      expect([answered, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(text).toContain(`<h1>${title}</h1>`);
      expect(text).toContain(`<strong class="status">${status}</strong> <code>${code}</code>`);
      expect(text).toContain('How to fix it');
      expect(text).toContain(`&quot;code&quot;: &quot;${code}&quot;`);
      expect(await brokenLinks(problemType(code))).toEqual([]);
    },
  );

  test('explains every violation code, if it is the page of validation_failed', async () => {
    const { text } = await pageAt(problemType('validation_failed'));
    const rows = [
      ...text.matchAll(/<div id="(\w+)">\s*<dt><code>\1<\/code><\/dt>\s*<dd>\S.{10,}?\.<\/dd>/gs),
    ];
    expect(rows.map(([, code]) => code)).toEqual(Object.keys(violations));
  });
});

describe('a URL that resembles the URL of a page', () => {
  test.each([
    ['/docs/', '/docs'],
    ['/docs/jobs/', '/docs/jobs'],
    ['/problems/', '/docs'],
    ['/problems/job-not-found/', '/problems/job-not-found'],
    ['/docs/upsert', '/docs/first-job'],
    ['/docs/rate-limits', '/docs/retries'],
  ])('redirects: %s to %s', async (path, page) => {
    for (const headers of [browser, {}]) {
      const response = await fetch(`${service.origin}${path}`, { headers });
      expect([response.status, response.url]).toEqual([200, `${service.origin}${page}`]);
      expect(await response.text()).toContain('<h1>');
    }
  });

  const ofDocs = ['nothing', 'nothing/at/all', '/', '__proto__', '..%2Fdocuments.ts'];
  const ofProblems = ['nothing', 'job_not_found', '%0d%0aset-cookie:a/', 'constructor'];

  test.each([...ofDocs.map((name) => `/docs/${name}`), ...ofProblems.map((name) => `/problems/${name}`)])(
    '404s with a page of links for browsers, and with a problem document for other clients: %s',
    async (path) => {
      const { status, headers, text } = await at(path, browser);
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).toContain('<h1>There is nothing at this path</h1>');
      const addresses = addressesIn(text).filter((address) => address !== '#content');
      expect(addresses.length).toBeGreaterThan(3);
      for (const address of addresses) {
        const { pathname } = new URL(address, `${service.origin}${path}`);
        expect([address, await statusAt(pathname)]).toEqual([address, 200]);
      }
      for (const accepted of [{}, { accept: 'text/html;q=0, */*' }]) {
        const program = await at(path, accepted);
        expect([program.status, program.body.code]).toEqual([404, 'path_not_found']);
      }
    },
  );

  test.each(['/nowhere', '/jobs', '/job/1', '/jobs/1/aply', '/employers/1/2', '/%3Cscript%3E', '/api'])(
    '404s with a page in the candidate’s language for browsers, and with a problem document for other clients: %s',
    async (path) => {
      const { status, headers, text } = await at(path, { ...browser, 'accept-language': 'fr' });
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(text).toContain('<h1>Cette page n’existe pas</h1>');
      expect(text).toContain(`<a class="site" href="${service.origin}/">`);
      const program = await at(path);
      expect([program.status, program.body.code]).toEqual([404, 'path_not_found']);
    },
  );

  // The HTTP client of Java's standard library accepts text/html everywhere.
  test.each(['/api/v1.1/nothing', '/api/v1.1/jobs/', '/api/v2/jobs', '//api/v1.1/jobs'])(
    '404s with a problem document below the path of the API, regardless of the Accept header: %s',
    async (path) => {
      const { status, body } = await at(path, browser);
      expect([status, body.code]).toEqual([404, 'path_not_found']);
    },
  );
});

describe('a page', () => {
  test.each(htmlPaths)(
    '%s loads resources only from its own site, and its Content-Security-Policy allows no others',
    async (path) => {
      const { headers, text } = await pageAt(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
      expect(text).not.toMatch(/<style|<script>| style="| on\w+="/);
      // Valid HTML has no block elements inside inline elements.
      expect(text).not.toMatch(/<span[^>]*>[^<]*(?:<(?!\/span)[^<]*)*?<(?:details|div|dl|p|ul)\b/);
      const tags = text.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]*)"/g);
      const loaded = [...tags].map(([, address = '']) => address);
      expect(loaded.length).toBeGreaterThan(0);
      expect(loaded.filter((address) => /^(?:\w+:|\/)/.test(address))).toEqual([]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  test.each(['/docs', '/docs/search.json', '/docs/page.css', '/docs/icon.svg', '/api/v1.1/openapi.json'])(
    '%s has an ETag and Cache-Control, also for HEAD',
    async (path) => {
      const { headers } = await at(path);
      const etag = headers.get('etag') ?? '';
      expect(etag).toMatch(/^W\/"[\w-]+"$/);
      expect(headers.get('cache-control')).toBe('public, max-age=300');
      const head = await rawRequest(service.origin, { method: 'HEAD', path, headers: {} });
      expect([head.status, head.text, head.headers['etag']]).toEqual([200, '', etag]);
    },
  );

  test('is compressed for clients that accept Brotli or gzip', async () => {
    for (const [accepted, coding] of [
      ['gzip', 'gzip'],
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'br'],
      ['br;q=0, gzip', 'gzip'],
      ['gzip;q=0', null],
      ['gzip;q=0, *', null],
      ['gzip;x=1;q=0', null],
      ['br;q=0, *;q=0.1', 'gzip'],
      ['X-GZIP', 'gzip'],
      ['identity', null],
      ['', null],
    ] as const) {
      const response = await fetch(`${service.origin}/docs`, { headers: { 'accept-encoding': accepted } });
      expect([accepted, response.headers.get('content-encoding')]).toEqual([accepted, coding]);
      expect(response.headers.get('vary')).toBe('accept-encoding');
      expect(await response.text()).toContain('<h1>Job Posting Service</h1>');
    }
  });
});
