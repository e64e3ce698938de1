import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { candidate, applyForm, sendForm } from '../../../setup/an-application.ts';
import { textsInOtherEncodings, smallestFiles } from '../../../setup/resumes.ts';
import { sharedService } from '../../../setup/shared-service.ts';

const service = sharedService();

const send = (id: number, form: FormData, headers?: Record<string, string>) =>
  sendForm(`${service.origin}/jobs/${id}/apply`, form, headers);

const openJob = async (fields: Record<string, unknown> = {}) =>
  (await service.employerWithJob({ status: 'active', ...fields })).job.id as number;

const page = async (id: number, language = 'en') =>
  fetch(`${service.origin}/jobs/${id}/apply`, {
    headers: { 'accept-language': language },
    redirect: 'manual',
  });

describe('the application form', () => {
  test('shows the job and its employer, has every field of an application, and states the size limit of the file', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active', title: 'Baker & <Cook>' });
    const response = await page(job.id);
    const text = await response.text();
    expect(response.status).toBe(200);
    for (const part of ['Apply: Baker &amp; &lt;Cook&gt;', acme.employer.name, job.locations[0].description])
      expect(text).toContain(part);
    for (const field of ['name', 'email', 'telephone', 'coverLetter', 'resume', 'consent']) {
      expect(text).toMatch(new RegExp(`name="${field}"`));
    }
    for (const hint of ['autocomplete="name"', 'autocomplete="email"', 'autocomplete="tel"']) {
      expect(text).toContain(hint);
    }
    expect(text).toContain('One file: PDF, DOC, DOCX, RTF, ODT or TXT, at most 3.8 MB.<');
    expect(text.match(/\(optional\)/g)).toHaveLength(1);
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
  });

  test('redirects to the posting when candidates apply on the employer’s website', async () => {
    const elsewhere = { applicantRoutingType: { id: 2 }, applicationUrl: 'https://example.com/apply' };
    const id = await openJob(elsewhere);
    const { status, headers } = await page(id);
    expect([status, headers.get('location')]).toEqual([302, `${service.origin}/jobs/${id}`]);
    expect((await send(id, applyForm())).status).toBe(409);
  });

  test('is a 410 once the posting is closed, and shows the cover letter that the candidate sent', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    await acme.put(`/jobs/${job.id}`, { status: 'archived' });
    expect((await page(job.id)).status).toBe(410);
    const letter = 'Line 1\nLine 2 </textarea>';
    const { status, text } = await send(job.id, applyForm({ coverLetter: letter }));
    expect(status).toBe(410);
    expect(text).toContain('Line 1\nLine 2 &lt;/textarea&gt;');
    expect((await send(job.id, applyForm({ coverLetter: undefined }))).text).not.toContain('<textarea');
  });
});

test('the content security policy allows only the one script of the form, by hash, and connections to the site, before and after an error', async () => {
  const path = `${service.origin}/jobs/${await openJob()}/apply`;
  for (const options of [{}, { method: 'POST', body: applyForm({ name: '' }) }]) {
    const response = await fetch(path, options);
    const policy = response.headers.get('content-security-policy')?.split('; ');
    const [script = '', ...others] = (await response.text()).match(/(?<=<script>)[^]*?(?=<\/script>)/g) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    const sources = ["default-src 'none'", `script-src 'sha256-${hash}'`, "connect-src 'self'"];
    expect([policy, others]).toEqual([expect.arrayContaining(sources), []]);
  }
});

describe('submitting the application form', () => {
  test('redirects to the candidate’s page with a token, and stores an application once that is sent twice', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const form = applyForm({ resume: new File([new Uint8Array(smallestFiles.pdf)], 'Zoé.pdf') });
    await send(job.id, form);
    const { status, headers } = await send(job.id, form);
    expect(status).toBe(303);
    expect(headers.get('location')).toMatch(/\/application\?token=[0-9a-f]{32}\.[\w-]{43}$/);
    const { data } = (await acme.get('/applications')).body;
    const { fileName: _, ...written } = candidate;
    const resume = { fileName: 'Zoé.pdf', mediaType: 'application/pdf' };
    expect(data).toMatchObject([{ ...written, resume }]);
  });

  test('shows the form again with every error at its field and with all typed values', async () => {
    const form = applyForm({
      name: 'Zoé "<b>" Tremblay',
      email: 'zoe@',
      coverLetter: 'Line 1\r\nLine 2 </textarea>',
      consent: undefined,
      resume: new File(['<html>'], 'Zoé.pdf'),
    });
    const { status, text } = await send(await openJob(), form);
    expect(status).toBe(400);
    expect(text).toContain('<title>Error: ');
    expect(text).toContain('value="Zoé &quot;&lt;b&gt;&quot; Tremblay"');
    expect(text).toContain('value="zoe@"');
    expect(text).toContain('Line 1\nLine 2 &lt;/textarea&gt;');
    expect(text).toContain('Please choose the file again');
    for (const field of ['email', 'resume', 'consent']) {
      expect(text).toContain(`id="${field}-error"`);
      expect(text).toContain(`href="#${field}"`);
    }
    expect(text).not.toContain('id="name-error"');
  });

  test('shows errors in French, and explains how to convert a text in Latin-1', async () => {
    const resume = new File([new Uint8Array(textsInOtherEncodings['Latin-1.txt'] ?? [])], 'a.txt');
    const inFrench = { 'accept-language': 'fr' };
    const { text } = await send(await openJob(), applyForm({ name: '', resume }), inFrench);
    for (const sentence of ['Enregistrez-le en PDF et réessayez.', 'Entrez votre nom.'])
      expect(text).toContain(sentence);
  });

  test('holds an application that fills in the honeypot, and tells the candidate that the application is checked', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const { status, headers } = await send(job.id, applyForm({ subject: 'Buy now' }));
    expect(status).toBe(303);
    const { data } = (await acme.get('/applications?state=held')).body;
    expect(data).toHaveLength(1);
    const pageText = async () => (await fetch(headers.get('location') ?? '')).text();
    expect(await pageText()).toContain('once it has been checked');
    await acme.post(`/applications/${data[0].id}/release`, undefined);
    expect(await pageText()).toContain('we are e-mailing it to the employer');
  });
});
