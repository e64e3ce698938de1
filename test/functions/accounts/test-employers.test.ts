import { describe, expect, test } from '@jest/globals';
import { words } from '../../../pages/public/words.ts';
import { sendReport } from '../../setup/a-report.ts';
import { apply, applyForm } from '../../setup/an-application.ts';
import { tableStream } from '../../setup/table-stream.ts';
import { startMailServer } from '../../setup/mail-servers.ts';
import { parseXml, childTexts } from '../../setup/xml.ts';
import { ownFiles } from '../../setup/own-files.ts';
import { ownService } from '../../setup/own-service.ts';

const mailServer = await startMailServer();
process.env['SMTP_URL'] = mailServer.url;
ownFiles();
// A separate table: the feed would contain employers of other suites.
const service = await ownService();

const { anyone } = service;

const pageAt = async (url: string, language = 'en', init: RequestInit = {}) => {
  const headers = { 'accept-language': language };
  const response = await fetch(url, { headers, redirect: 'manual', ...init });
  return { headers: response.headers, text: await response.text() };
};

/** Creates an employer with an open job, applications and a report, all with the name as a search mark. */
async function everythingOf(name: string, terms: { test?: true } = {}) {
  const mark = `${name.toLowerCase()}-recruiter@example.com`;
  const fields = { title: `${name} cook`, status: 'active', applicationEmail: mark };
  const { acme, job } = await service.employerWithJob(fields, { name: `${name} Inc.`, ...terms });
  const url = String(job.postingUrl);
  const email = `${name.toLowerCase()}-candidate@example.com`;
  const { body: applied } = await apply(anyone, job.id, { email });
  const applyBy = (body: FormData) => pageAt(`${url}/apply`, 'en', { method: 'POST', body });
  const { headers } = await applyBy(applyForm({ email: `second-${email}` }));
  // The honeypot `subject` is filled in, so the application is held.
  await applyBy(applyForm({ email: `third-${email}`, subject: 'Hello' }));
  await sendReport(url);
  await service.runMail();
  await acme.post(`/applications/${applied.id}/resend`, {});
  const { runMail, runConfirmations, runNotices } = service;
  for (const run of [runMail, runConfirmations, runNotices]) await run();
  const { postingUrl: closedUrl, id: closedId } = (await acme.post('/jobs', job)).body;
  await acme.put(`/jobs/${closedId}`, { status: 'archived' });
  const applications = (await acme.get('/applications')).body.data;
  return { acme, job, url, closedUrl: String(closedUrl), page: headers.get('location') ?? '', applications };
}

const [trial, real] = [await everythingOf('Trialmark', { test: true }), await everythingOf('Realmark')];
await service.publishFeeds();
await (await tableStream()).catchUp();

test('feed, sitemap, front page and sent mail contain no test employer, but contain a real employer', async () => {
  const sitemap = await pageAt(`${service.origin}/sitemap.xml`);
  const parts = parseXml(sitemap.text).children.flatMap((part) => childTexts(part, 'loc'));
  const files = [`${service.origin}/feed.xml`, ...parts, `${service.origin}/`, `${service.origin}/?lang=fr`];
  const texts = await Promise.all(files.map(async (file) => (await pageAt(file)).text));
  const published = texts.join('\n');
  const mailed = mailServer.received.flatMap(({ to, message }) => [...to, Buffer.from(message).toString()]);
  const publishedTexts = [published, mailed.join('\n')];
  for (const { url, acme } of [trial, real]) {
    const matches = [url, `${service.origin}/employers/${acme.employer.id}`].map((each) =>
      new RegExp(String.raw`${each}\b`).test(published),
    );
    expect(matches).toEqual(acme === real.acme ? [true, true] : [false, false]);
  }
  for (const each of publishedTexts)
    expect([/trialmark/i.test(each), /realmark/i.test(each)]).toEqual([false, true]);
  // Two applications, a resent one, two confirmations, and a report.
  expect(mailServer.received).toHaveLength(6);
});

test('the applications to a test employer get the same states as real ones, and have the test mark', () => {
  const sentOnce = { state: 'sent', confirmation: 'sent' };
  const states = [sentOnce, sentOnce, { state: 'held', confirmation: null }];
  expect(trial.applications).toMatchObject(states.map((each) => ({ ...each, test: true })));
  expect(real.applications).toMatchObject(states);
  expect(JSON.stringify(real.applications)).not.toContain('"test"');
});

test('the jobs, postings and events of a test employer have the test mark, and those of a real employer do not', async () => {
  for (const { acme, job } of [trial, real]) {
    const { id, name } = acme.employer;
    const summary = { id, name, ...(acme.employer.test && { test: true }) };
    for (const path of [`/jobs/${job.id}`, `/public/jobs/${job.id}`]) {
      expect((await acme.get(path)).body.employer).toEqual(summary);
    }
    for (const path of ['/jobs', `/public/jobs?employer=${id}`]) {
      expect((await acme.get(path)).body.data[0].employer).toEqual(summary);
    }
    const [event] = (await acme.get(`/jobs/${job.id}/history`)).body.data;
    expect([event.employer.id, event.employer.test]).toEqual([id, acme.employer.test]);
  }
});

describe('a page of a test employer', () => {
  const pagesOf = ({ url, closedUrl, page, acme }: typeof trial) => ({
    posting: [url],
    form: [`${url}/apply`],
    'form again': [`${url}/apply`, { method: 'POST', body: applyForm({ email: 'none' }) }],
    report: [`${url}/report`],
    closed: [closedUrl],
    employer: [`${service.origin}/employers/${acme.employer.id}`],
    search: [`${service.origin}/employers/${acme.employer.id}?q=cook`],
    application: [page],
    withdrawal: [`${page}&withdraw`],
  });
  const names = Object.keys(pagesOf(trial)) as (keyof ReturnType<typeof pagesOf>)[];
  const noindex = /<meta name="robots" content="noindex" \/>/;

  test.each([...names.map((name) => [name, 'en'] as const), ['posting', 'fr'] as const])(
    'shows the test notice and excludes search engines: %s, %s',
    async (name, language) => {
      const [of, as] = [trial, real].map((each) => pagesOf(each)[name] as [string, RequestInit?]);
      const { headers, text } = await pageAt(of![0], language, of![1]);
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(text).toMatch(noindex);
      expect(text).toContain(words[language].test);
      expect(text).not.toContain('application/ld+json');
      const other = await pageAt(as![0], language, as![1]);
      expect(other.headers.has('x-robots-tag')).toBe(false);
      expect(other.text).not.toContain(words[language].test);
    },
  );
});
