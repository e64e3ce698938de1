import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { jobKeys } from '../../../functions/jobs/keys.ts';
import { attributes } from '../../../functions/platform/dynamodb/table.ts';
import { hostileMarkup } from '../../browser/markup-fixtures.ts';
import { aFullJob, aJob } from '../../setup/a-job.ts';
import { postingLink, structuredData, socialCard } from '../../setup/public-pages.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { rawRequest } from '../../setup/http-client.ts';

const service = sharedService();

const at = (address: string, headers?: Record<string, string>) => service.anyone.get(address, headers);

/** An open posting, and the client of its employer. */
async function aPosting(fields: Record<string, unknown> = {}) {
  const acme = await service.newEmployer();
  const created = await acme.post('/jobs', aJob({ status: 'active', ...fields }));
  expect(created.status).toBe(201);
  return { acme, job: created.body, path: `/jobs/${created.body.id}`, address: postingLink(created) };
}

/** The text of a page as people read it. */
const wordsIn = (page: string) =>
  page
    .replaceAll(/<(?:style|script)[^>]*>.*?<\/(?:style|script)>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ');

describe('the page of an open job', () => {
  test('shows all facts of the posting', async () => {
    const { address } = await aPosting({
      title: 'Baker & confectioner',
      closeDate: '2031-12-31',
      locations: [{ description: 'Vancouver, BC' }, { description: 'Montréal, QC' }],
      categories: [{ id: 18 }, { id: 24 }],
      positionType: { id: 4 },
      salary: { amount: 24.5, maxAmount: 30, period: { id: 5 }, plusCommission: true },
      description: '<p>Bread, <em>early</em> in the morning.</p>',
    });
    const { text } = await at(address);
    expect(wordsIn(text)).toContain(
      'Baker &amp; confectioner $24.50 to $30.00 an hour, plus commission Vancouver, BC Montréal, QC Temporary Apply Closes December 31, 2031',
    );
    expect(wordsIn(text)).toContain('More about this job Categories Food and Beverage Labour Posted');
    expect(text).toContain('<p>Bread, <em>early</em> in the morning.</p>');
    expect(text).toContain(
      '<title>Baker &amp; confectioner – Acme Inc., Vancouver, BC, Montréal, QC</title>',
    );
    expect(text).toContain(
      '<meta name="description" content="$24.50 to $30.00 an hour, plus commission · Vancouver, BC · Montréal, QC · Temporary. Bread, early in the morning."',
    );
    expect(text).toContain(`<link rel="canonical" href="${address}"`);
  });

  test('shows bold blocks of the description as headings, and the API returns them unchanged', async () => {
    const description = '<h2>Us</h2><p>Bread.</p><p><strong>You</strong></p><p>Flour.</p>';
    const stored = '<strong>Us</strong><p>Bread.</p><p><strong>You</strong></p><p>Flour.</p>';
    const { acme, path, job, address } = await aPosting({ description: description });
    const { text } = await at(address);
    expect(text).toContain('<h2>Us</h2><p>Bread.</p><h2>You</h2><p>Flour.</p>');
    expect((await acme.get(path)).body.description).toBe(stored);
    expect((await service.anyone.get(`/public/jobs/${job.id}`)).body.description).toBe(stored);
    expect(structuredData(text)['description']).toBe(stored);
  });

  test('links to the other postings of its employer, and has one button to the form or to the redirect', async () => {
    const { acme, address } = await aPosting();
    const form = await at(address);
    expect(form.text).toContain(`<a class="button" href="${address}/apply">`);
    const [, link = ''] = /<a href="([^"]*employers[^"]*)"/.exec(form.text) ?? [];
    expect(new URL(link, address).pathname).toBe(`/employers/${acme.employer.id}`);
    const website = await aPosting(aFullJob({ confidential: false, referenceId: null }));
    const { text } = await at(website.address);
    expect(text).toContain(`<a class="button" href="${website.address}/go">`);
    expect(text.match(/class="button"/g)).toHaveLength(1);
  });

  test('may be cached for a minute, and 304s until it changes', async () => {
    const { acme, path, address } = await aPosting();
    const { headers } = await at(address);
    const etag = headers.get('etag') ?? '';
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect(etag).toMatch(/^W\/".+"$/);
    for (const [query, vary] of [
      ['', 'accept-encoding, accept-language'],
      ['?lang=en', 'accept-encoding'],
    ]) {
      const known = (await at(`${address}${query}`)).headers.get('etag') ?? '';
      const cached = await at(`${address}${query}`, { 'if-none-match': known });
      expect([cached.status, cached.text]).toEqual([304, '']);
      expect(['etag', 'vary'].map((name) => cached.headers.get(name))).toEqual([known, vary]);
    }
    expect((await at(address, { 'if-none-match': etag, 'accept-language': 'fr' })).status).toBe(200);
    await acme.put(path, { title: 'Cook' });
    expect((await at(address, { 'if-none-match': etag })).status).toBe(200);
  });

  test('is small, and compressed for clients that accept gzip', async () => {
    const { job } = await aPosting();
    const path = `/jobs/${job.id}`;
    const headers = { 'accept-encoding': 'gzip' };
    const fullResponse = await rawRequest(service.origin, { path, headers });
    expect([fullResponse.status, fullResponse.headers['content-encoding']]).toEqual([200, 'gzip']);
    expect(Number(fullResponse.headers['content-length'])).toBeLessThan(4_300);
  });

  test('allows only its own style', async () => {
    const { address } = await aPosting();
    const { headers, text } = await at(address);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'none'");
    expect(policy).not.toMatch(/unsafe|script-src/);
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).not.toMatch(/ on\w+=| style=|<link rel="stylesheet"/);
  });

  test('keeps hostile texts from running, in the page and in its JSON-LD', async () => {
    const title = '</script><script>alert(1)</script>"><img src=x onerror=alert(2)>';
    const texts = (await hostileMarkup()).flatMap(([, each]) => each);
    const markup = texts.filter((each) => !/[^\P{Cc}\t\r\n]/u.test(each)).join('\n');
    const acme = await service.newEmployer({ name: '</title><svg onload=alert(3)>' });
    const description = `<p>Text</p>${markup}</script><script>alert(4)</script>`;
    const created = await acme.post('/jobs', aJob({ status: 'active', title, description }));
    expect(created.body.errors).toBeUndefined();
    const { text } = await at(postingLink(created));
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text.match(/<\/script/g)).toHaveLength(1);
    expect(structuredData(text)).toMatchObject({ title, description: created.body.description });
    const elements = text.match(/<(?:img|svg|iframe|object|embed|form|input|meta|link|base)\b[^>]*>/g) ?? [];
    expect(elements.every((element) => /^<(?:meta|link) /.test(element))).toBe(true);
    expect(text.match(/<title>.*?<\/title>/gs)).toHaveLength(1);
    const [, head = ''] = /<head>(.*?)<\/head>/s.exec(text) ?? [];
    expect(head.replace(/<script.*?<\/script>/s, '')).not.toMatch(/<img|<svg|onerror=alert\(2\)>(?!&)/);
  });
});

test('the card of a shared link describes the posting in the language of the page, with its canonical URL', async () => {
  const { address } = await aPosting({
    title: 'Baker "& <confectioner>',
    description: `<p>${'Bread, early in the morning. '.repeat(20)}</p>`,
  });
  const english = socialCard((await at(address)).text);
  expect(english).toEqual({
    'og:title': 'Baker &quot;&amp; &lt;confectioner&gt; – Acme Inc.',
    'og:description': expect.stringMatching(
      /^Vancouver, BC · Full time\. (?:Bread, early in the morning\. ?)+.*…$/,
    ),
    'og:url': address,
    'og:type': 'website',
    'og:site_name': 'Demo Job Board',
    'og:locale': 'en_CA',
    'twitter:card': 'summary',
  });
  expect(english['og:description']?.length).toBeLessThanOrEqual(161);
  const french = socialCard((await at(address, { 'accept-language': 'fr' })).text);
  expect(french).toMatchObject({ 'og:url': address, 'og:locale': 'fr_CA' });
});

describe('the page of a job that is not open', () => {
  test.each([
    ['archived and never active', { status: 'archived' }, 410],
    ['a draft', { status: 'draft' }, 404],
    ['a draft after its closeDate', { status: 'draft', closeDate: '2020-01-31' }, 404],
  ])('has an error, no indexing and no social card for a job that is %s', async (_, fields, status) => {
    const { address } = await aPosting(fields);
    const reply = await at(address);
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(reply.text).toContain('<meta name="robots" content="noindex"');
    expect(reply.text).not.toContain('Software Developer');
    expect(socialCard(reply.text)).toEqual({});
  });

  test('names a posting that was active once, and links to the other postings of its employer', async () => {
    const { acme, path, address } = await aPosting({ title: 'Baker & <Cook>' });
    for (const closing of [{ status: 'archived' }, { status: 'active', closeDate: '2020-01-31' }]) {
      await acme.put(path, closing);
      for (const end of ['', '/apply', '/go']) {
        const { status, text } = await at(`${address}${end}`);
        expect([end, status]).toEqual([end, 410]);
        expect(text).toContain('Baker &amp; &lt;Cook&gt;');
        expect(text).toContain(`href="${service.origin}/employers/${acme.employer.id}"`);
      }
    }
  });

  test('returns 404 for an id that no job has', async () => {
    const ids = ['0', '01', '1.0', '-1', '2147483647', '2147483648', 'abc', 'j0', '%F0%9F', '1%00'];
    for (const id of [...ids, `j${'0'.repeat(32)}`]) {
      const { status, headers } = await rawRequest(service.origin, { path: `/jobs/${id}` });
      expect([id, status, headers['content-type']]).toEqual([id, 404, 'text/html; charset=utf-8']);
    }
  });

  test('returns 404 while its employer is suspended', async () => {
    const { acme, address } = await aPosting();
    await employerStore(service.db).suspend(acme.employer.id, new Date());
    expect((await at(address)).status).toBe(404);
    await employerStore(service.db).resume(acme.employer.id);
    expect((await at(address)).status).toBe(200);
  });
});

describe('the page of a confidential job', () => {
  test('has a random name until it is deleted, and its number returns the same 404 as a job that never existed', async () => {
    const { acme, job, path, address } = await aPosting({ confidential: true });
    expect(address).toMatch(/\/jobs\/j[0-9a-f]{32}$/);
    expect((await at(address)).status).toBe(200);
    const byNumber = await at(`${service.origin}/jobs/${job.id}`);
    const never = await at(`${service.origin}/jobs/2147483647`);
    expect([byNumber.status, byNumber.text]).toEqual([404, never.text]);
    expect(postingLink(await acme.put(path, { title: 'Cook' }))).toBe(address);
    const name = address.split('/').at(-1) ?? '';
    const stored = () => service.db.get({ Key: jobKeys.publicName(name), ConsistentRead: true });
    expect(await stored()).toBeDefined();
    await acme.delete(path);
    expect([(await at(address)).status, await stored()]).toEqual([404, undefined]);
  });

  test('gets a name by the next update of a job that was stored before names were introduced', async () => {
    const { acme, job, path } = await aPosting({ confidential: true });
    const Key = jobKeys.job(acme.employer.id, job.id);
    await service.db.update({
      Key,
      UpdateExpression: 'REMOVE #name',
      ExpressionAttributeNames: { '#name': attributes.publicName },
    });
    const old = await acme.get(path);
    expect([old.status, old.headers.get('link')]).toEqual([200, null]);
    expect((await at(`${service.origin}/jobs/${job.id}`)).status).toBe(404);
    expect((await at(postingLink(await acme.put(path, { title: 'Cook' })))).status).toBe(200);
  });
});
