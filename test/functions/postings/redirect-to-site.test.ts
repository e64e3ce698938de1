import { randomBytes } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import { HOURLY_APPLICATIONS } from '../../../schemas/application-limits.ts';
import { publicPages, type PublicPage } from '../../../schemas/public-pages.ts';
import { aJob } from '../../setup/a-job.ts';
import { applyForm } from '../../setup/an-application.ts';
import { setClock } from '../../setup/clock.ts';
import { ownService } from '../../setup/own-service.ts';
import { postingLink } from '../../setup/public-pages.ts';
import { ownFiles } from '../../setup/own-files.ts';
import { setIntakeCounts } from '../../setup/applications-in-table.ts';

const SITE = 'https://jobs.example.com';
const secrets = [1, 2].map(() => randomBytes(32).toString('hex'));
const [secret = ''] = secrets;

process.env['RATE_LIMITS'] = 'on';
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
        expect([
          answer.status,
          ...['location', 'cache-control'].map((name) => answer.headers.get(name)),
        ]).toEqual([method === 'GET' ? 301 : 308, `${SITE}${filled}?token=%2B1&after=2`, 'no-store']);
      }
    },
  );

  test('accepts the old and the new proxy secret during a rotation, and logs neither', async () => {
    const { job } = await aPosting();
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    for (const proof of secrets)
      expect((await ask(`/jobs/${job.id}`, { headers: { 'x-proxy-proof': proof } })).status).toBe(200);
    await ask(`/jobs/${job.id}`);
    const lines = JSON.stringify(log.mock.calls);
    log.mockRestore();
    expect(lines).toContain('showPosting');
    for (const proof of secrets) expect(lines).not.toContain(proof);
  });

  test('redirects a form that bypasses the CDN, and rate-limits forms from the CDN by the client address in a header', async () => {
    setClock('2026-06-01T12:00:00Z');
    const { acme, job } = await aPosting();
    const send = (headers: Record<string, string>) =>
      ask(`/jobs/${job.id}/apply`, {
        method: 'POST',
        body: applyForm({ email: `${crypto.randomUUID()}@example.com`, issued }),
        headers,
      });
    const through = (address: string) => ({ 'x-proxy-proof': secret, 'cloudfront-viewer-address': address });
    const form = await ask(`/jobs/${job.id}/apply`, { headers: { 'x-proxy-proof': secret } });
    const [, issued] = /name="issued" value="([^"]+)"/.exec(await form.text()) ?? [];
    setClock('2026-06-01T12:01:00Z');
    expect((await send({ 'cloudfront-viewer-address': '203.0.113.9:1' })).status).toBe(308);
    await send(through('203.0.113.7:50000'));
    await setIntakeCounts(service.db)(HOURLY_APPLICATIONS.address.held);
    const received = await send(through('[2001:db8::1]:50000'));
    await send(through('203.0.113.7:50001'));
    expect(received.headers.get('location')).toMatch(`${SITE}/application?token=`);
    const { data } = (await acme.get('/applications')).body;
    expect(data.map(({ state }: { state: string }) => state)).toEqual(['queued', 'queued', 'held']);
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
