import { describe, expect, test } from '@jest/globals';
import { REPORT_TEXT_MAX, reportReasons } from '../../../schemas/report.ts';
import { aReport, queuedReports, sendReport } from '../../setup/a-report.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const aPosting = async (fields: Record<string, unknown> = {}) => {
  const { acme, job } = await service.employerWithJob({ status: 'active', ...fields });
  return { acme, job, url: String(job.postingUrl) };
};

const reportsOf = async (url: string) =>
  (await queuedReports(service.db)).filter(({ publicId }) => url.endsWith(`/${publicId}`));

const pageAt = async (url: string) => {
  const response = await fetch(url, { headers: { 'accept-language': 'en' } });
  return { response, text: (await response.text()).replaceAll(/\s+/g, ' ') };
};

describe('the report form', () => {
  test.each([
    ['en', 'Report this posting'],
    ['fr', 'Signaler cette offre'],
  ])('is linked from the posting, and is in the language of the posting: %s', async (lang, link) => {
    const { url } = await aPosting({ title: 'Baker & <Cook>' });
    const { text } = await pageAt(`${url}?lang=${lang}`);
    expect(text).toContain(`<a href="${url}/report?lang=${lang}">${link}</a>`);
    const form = await pageAt(`${url}/report?lang=${lang}`);
    expect(form.response.status).toBe(200);
    expect(form.text).toContain(`<h1>${link}</h1>`);
    expect(form.text).toContain('Baker &amp; &lt;Cook&gt;');
    expect(form.text.match(/type="radio"/g)).toHaveLength(reportReasons.length);
    expect(form.response.headers.get('content-security-policy')).toContain("form-action 'self'");
  });

  test('is a 410 for a closed posting, and a 404 for an unknown one', async () => {
    const { acme, job, url } = await aPosting();
    await acme.put(`/jobs/${job.id}`, { status: 'archived' });
    for (const [address, status] of [
      [url, 410],
      [`${service.origin}/jobs/999999999`, 404],
    ] as const) {
      expect((await pageAt(`${address}/report`)).response.status).toBe(status);
      expect((await sendReport(address)).status).toBe(status);
    }
    expect(await reportsOf(url)).toEqual([]);
  });
});

describe('a report', () => {
  test.each(reportReasons)('is queued, and the reporter sees a confirmation: %s', async (reason) => {
    const { acme, url } = await aPosting();
    const { status, headers } = await sendReport(url, aReport({ reason }), '?lang=fr');
    expect([status, headers.get('location')]).toEqual([303, `${url}/report?received&lang=fr`]);
    const { response, text } = await pageAt(headers.get('location') ?? '');
    expect(response.status).toBe(200);
    expect(text).toContain('Merci de votre signalement');
    const stored = { reason, text: 'They ask for a deposit.', email: 'ana@example.org' };
    expect(await reportsOf(url)).toEqual([
      expect.objectContaining({ ...stored, employerId: acme.employer.id }),
    ]);
  });

  test('is one mail when an address sends the report twice', async () => {
    const { url } = await aPosting();
    for (const _ of ['first', 'again']) expect((await sendReport(url)).status).toBe(303);
    expect(await reportsOf(url)).toHaveLength(1);
    expect((await sendReport(url, aReport({ text: 'They ask for two deposits.' }))).status).toBe(303);
    expect(await reportsOf(url)).toHaveLength(2);
  });

  test('that fills in the honeypot is confirmed like any other, and is not mailed', async () => {
    const { url } = await aPosting();
    const form = await fetch(`${url}/report`);
    expect(await form.text()).toMatch(/<div hidden>\s*<label>[^<]*<input name="subject"/);
    expect((await sendReport(url, aReport({ subject: 'Buy now' }))).status).toBe(303);
    expect(await reportsOf(url)).toEqual([]);
  });

  test('can have the maximum number of characters, also when each has several bytes', async () => {
    const { url } = await aPosting();
    const text = '\u{1F6A9}'.repeat(REPORT_TEXT_MAX);
    expect((await sendReport(url, aReport({ text }))).status).toBe(303);
    expect(await reportsOf(url)).toEqual([expect.objectContaining({ text })]);
  });

  test('is accepted when candidates apply elsewhere, and for a confidential job without revealing the employer', async () => {
    const routing = { applicantRoutingType: { id: 2 }, applicationUrl: 'https://example.com/' };
    const elsewhere = await aPosting(routing);
    const confidential = await aPosting({ confidential: true });
    for (const { url } of [elsewhere, confidential]) {
      expect((await sendReport(url)).status).toBe(303);
      expect(await reportsOf(url)).toHaveLength(1);
    }
    expect((await pageAt(`${confidential.url}/report`)).text).not.toContain('Acme');
  });

  test.each([
    [{ reason: '' }, 'reason', 'Choose one of the reasons.'],
    [{ reason: 'constructor' }, 'reason', 'Choose one of the reasons.'],
    [{ reason: 'other', text: ' \u200B\n ' }, 'text', 'Say in a few words what is wrong.'],
    [{ text: 'x'.repeat(REPORT_TEXT_MAX + 1) }, 'text', 'The text may have at most 2,000 characters.'],
    [{ text: 'a\u0007b' }, 'text', 'The text has characters that cannot be shown.'],
    [{ email: 'ana' }, 'email', 'Enter one e-mail address'],
    [{ email: 'a@b.ca\r\nBcc: c@d.ca' }, 'email', 'Enter one e-mail address'],
    [{ email: `${'x'.repeat(250)}@b.ca` }, 'email', 'The e-mail address may have at most 254 characters.'],
  ])(
    'with %j is refused and not mailed, and the form shows the typed values again',
    async (fields, field, sentence) => {
      const { url } = await aPosting();
      const { status, text } = await sendReport(url, aReport({ text: 'Mark </textarea>', ...fields }));
      expect(status).toBe(400);
      expect(text).toContain(`<a href="#${field}">${sentence}`);
      expect(text).toContain(`id="${field}-error"`);
      if (!('text' in fields)) expect(text).toContain('Mark &lt;/textarea&gt;');
      if (!('reason' in fields)) expect(text).toMatch(/value="fraud"\s+required\s+id="reason" checked/);
      expect(await reportsOf(url)).toEqual([]);
    },
  );
});
