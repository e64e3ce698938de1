import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { publicPages, type PublicPage } from '../../../schemas/public-pages.ts';
import { aJob } from '../../setup/a-job.ts';
import { loggedLines } from '../../setup/logged-lines.ts';
import { ownService } from '../../setup/own-service.ts';
import { postingLink } from '../../setup/public-pages.ts';
import { ownFiles } from '../../setup/own-files.ts';

const SITE = 'https://jobs.example.com';
const secrets = [1, 2].map(() => randomBytes(32).toString('hex'));
const [secret = ''] = secrets;

ownFiles();
const service = await ownService();
process.env['SITE_URL'] = SITE;
process.env['TRUSTED_PROXY'] =
  `CloudFront-Viewer-Address X-Proxy-Proof ${secrets.map((each) => `secret:${each}`).join(' ')}`;

/** An open posting, and the client of its employer. */
async function aPosting() {
  const acme = await service.newEmployer();
  const { body: job } = await acme.post('/jobs', aJob({ status: 'active' }));
  return { acme, job };
}

const ask = (path: string, { method = 'GET', ...sent }: RequestInit = {}) =>
  fetch(`${service.origin}${path}`, { method, redirect: 'manual', ...sent });

describe('a service with a separate address for its site', () => {
  test.each(Object.entries<PublicPage>(publicPages))(
    'redirects a request that bypasses the CDN to the site, with path and query: %s',
    async (_, { method, path }) => {
      const filled = path.replaceAll(/\{\w+\}/g, 'a%20b%0D%0A%E2%82%AC');
      const pretended = [
        {},
        { 'x-proxy-proof': secret.slice(1) },
        { 'x-proxy-proof': `secret:${secret}`, 'cloudfront-viewer-address': '203.0.113.7:1' },
      ];
      for (const headers of pretended) {
        const answer = await ask(`${filled}?token=%2B1&after=2`, { method, headers });
        const values = ['location', 'cache-control'].map((name) => answer.headers.get(name));
        const location = `${SITE}${filled}?token=%2B1&after=2`;
        expect([answer.status, ...values]).toEqual([method === 'GET' ? 301 : 308, location, 'no-store']);
      }
    },
  );

  test('accepts the old and the new proxy secret during a rotation, and logs neither', async () => {
    const { job } = await aPosting();
    const logged = await loggedLines(async () => {
      for (const proof of secrets)
        expect((await ask(`/jobs/${job.id}`, { headers: { 'x-proxy-proof': proof } })).status).toBe(200);
      await ask(`/jobs/${job.id}`);
    });
    const lines = JSON.stringify(logged);
    expect(lines).toContain('showPosting');
    for (const proof of secrets) expect(lines).not.toContain(proof);
  });

  test('uses the address of the site for postings, and the address of the service for the API, which bypasses the CDN', async () => {
    const { acme, job } = await aPosting();
    const [ownJob, posting] = [
      await acme.get(`/jobs/${job.id}`),
      await service.anyone.get(`/public/jobs/${job.id}`),
    ];
    expect([ownJob.status, posting.status]).toEqual([200, 200]);
    expect([postingLink(ownJob), ownJob.body.postingUrl, posting.body.url]).toEqual(
      Array(3).fill(`${SITE}/jobs/${job.id}`),
    );
    const created = await acme.post('/jobs', aJob());
    expect(created.headers.get('location')).toBe(`${service.origin}/api/v1.1/jobs/${created.body.id}`);
    const confidential = await acme.put(`/jobs/${job.id}`, { confidential: true });
    await acme.put(`/jobs/${job.id}`, { confidential: false });
    const moved = await service.anyone.get(`/public/jobs/${postingLink(confidential).split('/').at(-1)}`);
    expect([moved.status, moved.headers.get('location')]).toEqual([
      301,
      `${service.origin}/api/v1.1/public/jobs/${job.id}`,
    ]);
    const proven = { headers: { 'x-proxy-proof': secret } };
    expect(await (await ask('/robots.txt', proven)).text()).toContain(`Sitemap: ${SITE}/sitemap.xml`);
    await service.publishFeeds();
    expect(await (await ask('/feed.xml', proven)).text()).toContain(`${SITE}/jobs/${job.id}`);
  });
});
