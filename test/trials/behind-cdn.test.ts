import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Site } from '../../lib/site.ts';
import { HOURLY_APPLICATIONS } from '../../schemas/application-limits.ts';
import { publicPageDetails } from '../../schemas/public-page-details.ts';
import { publicPages, type PublicPage, type PublicPageId } from '../../schemas/public-pages.ts';
import { stages } from '../lib/two-stages.ts';
import { aJob } from '../setup/a-job.ts';
import { applyForm } from '../setup/an-application.ts';
import { startCloudFront } from '../setup/cloudfront.ts';
import { setClock } from '../setup/clock.ts';
import { deployment } from '../setup/deployment.ts';
import type { Client } from '../setup/http-client.ts';
import { realLogo } from '../setup/logos.ts';
import { ownTable } from '../setup/own-table.ts';
import { postingLink } from '../setup/public-pages.ts';
import { startService } from '../setup/service.ts';
import { ownFiles } from '../setup/own-files.ts';
import { setIntakeCounts } from '../setup/applications-in-table.ts';

const stack = new Stack(new App(), 'site');
// oxlint-disable-next-line eslint/no-new -- a construct adds itself to its tree
new Site(stack, 'Site', {
  stage: stages.prod,
  cdn: { secrets: [1, 2] },
  origin: 'api.example.com',
});
const { Resources } = Template.fromStack(stack).toJSON();

process.env['RATE_LIMITS'] = 'on';
process.env['SEARCH_ENGINES'] = 'indexNow';
await ownTable();
ownFiles();

/** The request headers that the functions of the service read. */
const requestedHeaders = new Set<string>();
const service = await startService({
  handlers: async (functionName) => {
    const handler = await deployment.handlers(functionName);
    return (event, context) => {
      const headers = new Proxy(event.headers, {
        get: (values, name: string) => {
          requestedHeaders.add(name);
          return values[name];
        },
      });
      return handler({ ...event, headers }, context);
    };
  },
});
const cdn = await startCloudFront(Resources, service.origin);
process.env['SITE_URL'] = cdn.endpoint;
process.env['TRUSTED_PROXY'] =
  `CloudFront-Viewer-Address X-Proxy-Proof ${cdn.secrets.map((secret) => `secret:${secret}`).join(' ')}`;

afterAll(async () => {
  await cdn.close();
});

/** Every test runs on a new day, so that earlier cached responses and counts have no effect. */
let day = 0;
const atSecond = (seconds: number) =>
  setClock(Date.parse('2026-06-01T12:00:00Z') + day * 86_400_000 + seconds * 1_000);
beforeEach(() => {
  day += 1;
  atSecond(0);
  cdn.passed.length = 0;
  requestedHeaders.clear();
  cdn.comeFrom('203.0.113.7:50000');
});
afterEach(() => {
  jest.useRealTimers();
});

/** A posting that is open on the days of all tests, and the client of its employer. */
async function aPosting(fields: Record<string, unknown> = {}) {
  const acme = await service.newEmployer();
  const created = await acme.post('/jobs', aJob({ status: 'active', closeDate: '2031-12-31', ...fields }));
  return { acme, job: created.body, address: postingLink(created) };
}

function putLogo(acme: Pick<Client, 'put'>, name: string) {
  const { bytes, mediaType } = realLogo(name);
  return acme.put('/employer/logo', bytes, { 'content-type': mediaType });
}

const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(address, { headers, redirect: 'manual' });

const languageOf = async (answer: Response) => /<html lang="(\w+)"/.exec(await answer.text())?.[1];

describe('a posting behind the CDN', () => {
  test('is requested from the service once for each language, whatever else browsers send', async () => {
    const description = 'Nous cherchons un boulanger pour notre équipe.';
    const { job, address } = await aPosting({ title: 'Boulanger', description });
    const requests = [
      ['', '', 'fr'],
      ['*', '?utm_campaign=crawler', 'fr'],
      ['en-GB,en;q=0.9', '?utm_medium=mail', 'en'],
      ['fr-CA,fr;q=0.9,en;q=0.8', '', 'fr'],
      ['de,fr;q=0.5', '?after=1', 'fr'],
      ['en', '?lang=fr', 'fr'],
      ['fr', '?lang=fr&utm_medium=mail', 'fr'],
      ['fr', '?lang=en', 'en'],
    ] as const;
    for (const [accepted, query, language] of requests) {
      const headers = {
        'accept-language': accepted,
        cookie: `a=${accepted}`,
        'user-agent': `browser${query}`,
      };
      expect(await languageOf(await get(`${address}${query}`, headers))).toBe(language);
    }
    // The service decides the language without a choice; a chosen one is in the address, too.
    expect(cdn.passed).toEqual(Array(5).fill(`GET /jobs/${job.id}`));
  });

  test('is requested from the service once for each candidate source, and contains the source in its form', async () => {
    const { job, address } = await aPosting();
    for (const source of ['crawler', 'mail', 'crawler', 'mail']) {
      expect(await (await get(`${address}?source=${source}`)).text()).toContain(`source=${source}`);
    }
    expect(cdn.passed).toEqual(Array(2).fill(`GET /jobs/${job.id}`));
  });

  test("disappears a minute after the job is closed, also from the employer's list", async () => {
    const { acme, job, address } = await aPosting();
    const list = `${cdn.endpoint}/employers/${acme.employer.id}`;
    const visibility = async () => [
      (await get(address)).status,
      (await (await get(list)).text()).includes(`/jobs/${job.id}`),
    ];
    expect(await visibility()).toEqual([200, true]);
    await acme.put(`/jobs/${job.id}`, { status: 'archived' });
    atSecond(59);
    expect(await visibility()).toEqual([200, true]);
    atSecond(60);
    expect(await visibility()).toEqual([410, false]);
    await acme.put(`/jobs/${job.id}`, { status: 'active' });
    expect((await get(address)).status).toBe(200);
  });
});

const external = { applicantRoutingType: { id: 2 }, applicationUrl: 'https://employer.example/' };
atSecond(0);
const examples = { posting: await aPosting(), elsewhere: await aPosting(external) };
const { body: profile } = await putLogo(examples.posting.acme, 'chromium.png');
await service.publishFeeds();
const sitemap = await get(`${service.origin}/sitemap.xml`, { 'x-proxy-proof': cdn.secrets[0] ?? '' });
const [, sitemapFile = ''] = /<loc>[^<]*\/sitemap\/([^<]+)/.exec(await sitemap.text()) ?? [];

/** The address at the CDN of a page that exists. */
function addressOfPage(id: string, path: string): string {
  const { acme, job } = id === 'followPosting' ? examples.elsewhere : examples.posting;
  const logo = String(profile.logo).split('/').at(-1) ?? '';
  const filled = path
    .replace('{id}', String(id === 'showEmployer' ? acme.employer.id : job.id))
    .replace('{file}', id === 'showLogo' ? logo : sitemapFile);
  return `${cdn.endpoint}${filled}`;
}

/** Requests a page, or sends a form to it. */
const request = (address: string, method: string, headers: Record<string, string> = {}) =>
  fetch(address, {
    method,
    headers,
    redirect: 'manual',
    ...(method === 'POST' && { body: new URLSearchParams({ consent: 'true' }) }),
  });

const pages = Object.entries<PublicPage>(publicPages).map(
  ([id, page]) => [id, { ...page, ...publicPageDetails[id as PublicPageId] }] as const,
);

test.each(pages)(
  'the CDN caches only responses whose Cache-Control allows caching: %s',
  async (id, { method, path, keptBy }) => {
    const address = addressOfPage(id, path);
    const answers = [];
    for (let time = 0; time < 2; time += 1) answers.push(await request(address, method));
    const allowed = keptBy === undefined ? /^no-store$/ : /^public, max-age=\d+(?:, immutable)?$/;
    for (const answer of answers) expect(answer.headers.get('cache-control')).toMatch(allowed);
    expect(cdn.passed).toHaveLength(keptBy === undefined ? 2 : 1);
    atSecond(301);
    await request(address, method);
    expect(cdn.passed).toHaveLength(keptBy === undefined ? 3 : 2);
  },
);

/**
 * Headers that CloudFront sends by itself, also to ask whether its copy is current, conditions that a cache may ignore
 * (RFC 9110, sections 13.1.1 and 13.1.4), and two headers that no form can send.
 */
const otherHeaders = new Set([
  'accept-encoding',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'x-proxy-proof',
  'idempotency-key',
  'prefer',
]);

const headersOf = (type: string) =>
  Object.values<{ Type: string; Properties: object }>(Resources)
    .filter(({ Type }) => Type === type)
    .map(({ Properties }) => JSON.stringify(Properties).toLowerCase());

test.each(pages)(
  'the CDN forwards every header that a page reads: %s',
  async (id, { method, path, keptBy }) => {
    await request(addressOfPage(id, path), method);
    const [policy = ''] =
      keptBy === undefined
        ? headersOf('AWS::CloudFront::OriginRequestPolicy')
        : headersOf('AWS::CloudFront::CachePolicy').filter((each) => each.includes('accept-language'));
    expect([...requestedHeaders]).toContain('x-proxy-proof');
    expect(
      [...requestedHeaders].filter((name) => !otherHeaders.has(name) && !policy.includes(`"${name}"`)),
    ).toEqual([]);
  },
);

const forms = pages.filter(([, { method }]) => method === 'POST');

test.each(forms)(
  'the CDN forwards from which site a form comes, and the form of another site is refused: %s',
  async (id, { method, path }) => {
    const address = addressOfPage(id, path);
    const statusWith = async (headers: Record<string, string>) =>
      (await request(address, method, headers)).status;
    expect(await statusWith({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await statusWith({ origin: 'https://elsewhere.example' })).toBe(403);
    expect(await statusWith({ 'sec-fetch-site': 'same-origin' })).not.toBe(403);
    expect(await statusWith({ origin: cdn.endpoint })).not.toBe(403);
  },
);

test.each(['/jobs/{id}/apply', '/jobs/{id}/report', '/jobs/{id}', '/reporting'])(
  'the CDN sends %s compressed to a browser that accepts it, and uncompressed to others',
  async (path) => {
    const address = addressOfPage('', path);
    const codingOf = async (accepted: string) =>
      (await request(address, 'GET', { 'accept-encoding': accepted })).headers.get('content-encoding');
    expect([await codingOf('gzip, deflate, br'), await codingOf('identity')]).toEqual(['gzip', null]);
  },
);

test.each(
  pages
    .filter(([, { method, path }]) => method === 'GET' && path !== '/')
    .map(([id, { path }]) => [path, id]),
)('the CDN redirects %s with a slash at its end to the page', async (path, id) => {
  const address = addressOfPage(id, path);
  const answer = await get(`${address}/`);
  expect([answer.status, new URL(answer.headers.get('location') ?? '', `${address}/`).href]).toEqual([
    307,
    address,
  ]);
});

test('the CDN serves nothing but the site, and answers other paths without a request to the service', async () => {
  const { acme, job } = await aPosting();
  cdn.passed.length = 0;
  for (const path of ['/docs', `/api/v1.1/jobs/${job.id}`, '/jobs', '/wp-login.php'])
    expect((await get(`${cdn.endpoint}${path}`, { 'api-key': acme.apiKey })).status).toBe(404);
  expect(cdn.passed).toEqual([]);
});

test('the CDN caches the script for employers’ own sites and the list that it reads', async () => {
  const { acme, job } = await aPosting();
  const list = `/api/v1.1/public/jobs?employer=${acme.employer.id}`;
  for (let time = 0; time < 2; time += 1) {
    expect(await (await get(`${cdn.endpoint}/docs/embed.js`)).text()).toContain('attachShadow');
    const answer = await get(`${cdn.endpoint}${list}`, { origin: 'https://careers.example.com' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(((await answer.json()) as { data: unknown[] }).data).toEqual([
      expect.objectContaining({ url: `${cdn.endpoint}/jobs/${job.id}` }),
    ]);
  }
  expect(cdn.passed).toEqual(['GET /docs/embed.js', 'GET /api/v1.1/public/jobs']);
});

/** The states of the applications of an employer. */
const statesOf = async ({ get: read }: Pick<typeof service.anyone, 'get'>) =>
  (await read('/applications')).body.data.map(({ state }: { state: string }) => state);

/** Applies with the form as a candidate does, some seconds after the form was shown. */
async function send(address: string, headers: Record<string, string> = {}) {
  const form = await (await get(`${address}/apply`)).text();
  const [, issued] = /name="issued" value="([^"]+)"/.exec(form) ?? [];
  const email = `${crypto.randomUUID()}@example.com`;
  setClock(Date.now() + 10_000);
  return fetch(`${address}/apply`, {
    method: 'POST',
    body: applyForm({ issued, email }),
    headers,
    redirect: 'manual',
  });
}

describe('an application with the form behind the CDN', () => {
  test('is stored, and only the candidate who sent it can see its page', async () => {
    const { acme, address } = await aPosting();
    const response = await send(address);
    const page = response.headers.get('location') ?? '';
    expect([response.status, page]).toEqual([
      303,
      expect.stringMatching(new RegExp(`^${cdn.endpoint}/application\\?token=.+`)),
    ]);
    expect(await statesOf(acme)).toEqual(['queued']);
    const tokens = [`${cdn.endpoint}/application?token=another`, page, `${cdn.endpoint}/application`, page];
    const statuses = [];
    for (const each of tokens) statuses.push((await get(each)).status);
    expect(statuses).toEqual([404, 200, 404, 200]);
  });

  test.each(['203.0.113.8:46532', '2001:db8:0:1::1:46532'])(
    'is rate-limited by the address that CloudFront reports (%s), whatever the candidate claims',
    async (viewer) => {
      const { acme, address } = await aPosting();
      const busy = setIntakeCounts(service.db);
      await send(address);
      await busy(HOURLY_APPLICATIONS.address.held);
      cdn.comeFrom(viewer);
      await send(address);
      cdn.comeFrom('203.0.113.7:50001');
      const claims = {
        'cloudfront-viewer-address': '198.51.100.1:1',
        'x-forwarded-for': '198.51.100.2',
        'x-proxy-proof': cdn.secrets[1] ?? '',
      };
      await send(address, claims);
      expect(await statesOf(acme)).toEqual(['queued', 'queued', 'held']);
    },
  );
});
