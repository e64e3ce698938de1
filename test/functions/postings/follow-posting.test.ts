import { describe, expect, test } from '@jest/globals';
import { jobKeys } from '../../../functions/jobs/keys.ts';
import { aJob } from '../../setup/a-job.ts';
import { applyForm } from '../../setup/an-application.ts';
import { postingLink } from '../../setup/public-pages.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { rawRequest } from '../../setup/http-client.ts';

const service = sharedService();

const url = 'https://example.com/apply?lang=fr&job=1';

/** An open posting of routing type 2, a function that follows the posting, and a function that reads the click count. */
async function aPosting(fields: Record<string, unknown> = {}) {
  const acme = await service.newEmployer();
  const website = { applicantRoutingType: { id: 2 }, applicationUrl: url };
  const created = await acme.post('/jobs', aJob({ status: 'active', ...website, ...fields }));
  const { pathname } = new URL(postingLink(created));
  const Key = jobKeys.clicks(acme.employer.id, created.body.id);
  return {
    acme,
    job: created.body,
    follow: (method = 'GET', headers: Record<string, string> = {}) =>
      rawRequest(service.origin, { method, path: `${pathname}/go`, headers }),
    /** The Location of a page below the posting, for a query. */
    leadsTo: async (end: string, query: string) =>
      (await rawRequest(service.origin, { path: `${pathname}${end}?${query}` })).headers['location'],
    clicks: async () => (await service.db.get({ Key, ConsistentRead: true }))?.['clicks'] ?? 0,
  };
}

describe('GET /jobs/{id}/go', () => {
  test.each([false, true])(
    '302s to the applicationUrl and counts each click; confidential: %s',
    async (confidential) => {
      const { follow, clicks } = await aPosting({ confidential });
      for (let count = 1; count <= 3; count += 1) {
        const { status, headers } = await follow();
        expect([status, headers['location'], headers['cache-control']]).toEqual([302, url, 'no-store']);
        expect(headers['referrer-policy']).toBe('same-origin');
        expect(await clicks()).toBe(count);
      }
    },
  );

  test.each([
    ['HEAD', {}],
    ['GET', { 'sec-purpose': 'prefetch' }],
    ['GET', { purpose: 'prefetch' }],
  ])(
    '302s and counts no click for a request that no candidate made by a click: %s %o',
    async (method, headers) => {
      const { follow, clicks } = await aPosting();
      const reply = await follow(method, headers);
      expect([reply.status, reply.headers['location']]).toEqual([302, url]);
      expect(await clicks()).toBe(0);
    },
  );

  test('302s also when the click cannot be counted', async () => {
    const { acme, job, follow } = await aPosting();
    // DynamoDB cannot add to a text, so the count fails.
    const Item = { ...jobKeys.clicks(acme.employer.id, job.id), clicks: 'none' };
    await service.db.put({ Item });
    const { status, headers } = await follow();
    expect([status, headers['location']]).toEqual([302, url]);
  });

  test('302s to the application form of the service and counts no click, when candidates apply to the service', async () => {
    const { job, follow, clicks } = await aPosting({ applicantRoutingType: { id: 1 } });
    const { status, headers } = await follow();
    expect([status, headers['location']]).toEqual([302, `${service.origin}/jobs/${job.id}/apply`]);
    expect(await clicks()).toBe(0);
  });

  test('302s to an address with non-Latin letters, encoded in ASCII as a header requires', async () => {
    const { follow } = await aPosting({ applicationUrl: 'https://exämple.com/postuler/é' });
    expect((await follow()).headers['location']).toBe('https://xn--exmple-cua.com/postuler/%C3%A9');
  });

  test('404s and counts no click for a draft', async () => {
    const { follow, clicks } = await aPosting({ status: 'draft' });
    const { status, headers } = await follow();
    expect([status, headers['location'], await clicks()]).toEqual([404, undefined, 0]);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'not an address', '\r\nx: y'])(
    'never redirects to %j, even if the table contains the address',
    async (hostile) => {
      const { acme, job, follow } = await aPosting();
      await service.db.update({
        Key: jobKeys.job(acme.employer.id, job.id),
        UpdateExpression: 'SET #url = :url',
        ExpressionAttributeNames: { '#url': 'applicationUrl' },
        ExpressionAttributeValues: { ':url': hostile },
      });
      const { status, headers } = await follow();
      expect([status, headers['location']]).toEqual([404, undefined]);
    },
  );
});

test('GET /robots.txt excludes search engines from forms and redirects, and names the sitemap', async () => {
  const { status, headers, text } = await service.anyone.get(`${service.origin}/robots.txt`);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text.split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /jobs/*/apply',
    'Disallow: /jobs/*/go',
    'Disallow: /jobs/*/report',
    'Disallow: /application',
    'Disallow: /recruiting',
    '',
    `Sitemap: ${service.origin}/sitemap.xml`,
    '',
  ]);
});

describe('the source of a candidate', () => {
  test('is the only part of the query that the employer’s website gets', async () => {
    const { leadsTo } = await aPosting();
    expect(await leadsTo('/go', 'utm_source=%0D%0AX:%201&lang=de')).toBe(`${url}&utm_source=%0D%0AX%3A+1`);
  });

  test('is in the address of the form and of its submission, also after an error', async () => {
    const { leadsTo, job } = await aPosting({ applicantRoutingType: { id: 1 } });
    const form = `${service.origin}/jobs/${job.id}/apply`;
    const sources = 'utm_source=%22%3E%3Cb%3E&source=b';
    expect(await leadsTo('/go', `${sources}&x=1`)).toBe(`${form}?${sources}`);
    expect(await leadsTo('/go', `lang=fr&${sources}`)).toBe(`${form}?lang=fr&${sources}`);
    const action = `action="?lang=en&amp;${sources.replace('&', '&amp;')}"`;
    const headers = { 'accept-language': 'en' };
    expect(await (await fetch(`${form}?${sources}&x=1`, { headers })).text()).toContain(action);
    const invalid = await fetch(`${form}?lang=en&${sources}`, {
      method: 'POST',
      body: applyForm({ name: '' }),
    });
    expect([invalid.status, await invalid.text()]).toEqual([400, expect.stringContaining(action)]);
  });

  test('is in the address to which the form redirects when the posting has another way to apply', async () => {
    const { leadsTo, job } = await aPosting();
    expect(await leadsTo('/apply', 'source=b&x=1')).toBe(`${service.origin}/jobs/${job.id}?source=b`);
  });
});
