import { beforeEach, describe, expect, test } from '@jest/globals';
import { MailFailure } from '../../../functions/mail/mailer.ts';
import { createDocumentClient } from '../../../functions/platform/document-client.ts';
import { parseMail } from '../../setup/a-mail.ts';
import { aResume, apply, applyForm, candidate } from '../../setup/an-application.ts';
import { realResume } from '../../setup/resumes.ts';
import { ownFiles } from '../../setup/own-files.ts';
import { ownService } from '../../setup/own-service.ts';

// A separate table and folder, because a run sends the mail of all employers.
const { outbox: mails } = ownFiles();
const service = await ownService();
// Loaded after the name of the table is set.
const { countingMailer, runMail: runMailBy } = await import('../../setup/due-mail.ts');
const { anyone, runMail } = service;

// Sends the mail that earlier tests left due.
beforeEach(() => runMail());

/** Creates an employer with an open job, and an application for the job. */
async function applied(fields: Record<string, unknown> = {}, job: Record<string, unknown> = {}) {
  const { acme, job: posted } = await service.employerWithJob({
    status: 'active',
    applicationEmail: 'jobs@acme.example',
    ...job,
  });
  const postingUrl = String(posted.postingUrl);
  const { status, body, text } = await apply(anyone, postingUrl.split('/').at(-1) ?? '', fields);
  if (status !== 201) throw new Error(text);
  const id = String(body.id);
  const stateOf = async (): Promise<string> => (await acme.get(`/applications/${id}`)).body.state;
  return { acme, id, job: { id: posted.id, postingUrl }, stateOf };
}

const mailOf = async (id: string) => {
  const message = await mails.get(id);
  return message && parseMail(message);
};

describe('an application in the mail queue', () => {
  test('is mailed by the next run to the applicationEmail of its job, with the résumé unchanged', async () => {
    const [docx, pdf] = [realResume('html-to-docx.docx'), realResume('chromium.pdf')];
    const resume = aResume('résumé.docx', docx.bytes);
    const { id, job, stateOf } = await applied({ resume }, { title: 'Astronaut' });
    const form = applyForm({ subject: undefined, name: 'By form', resume: new File([pdf.bytes], 'cv.pdf') });
    const path = `${service.origin}/api/v1.1/public/jobs/${job.id}/applications`;
    const byForm = (await (await fetch(path, { method: 'POST', body: form })).json()) as { id: string };
    expect(await stateOf()).toBe('queued');
    expect(await mailOf(id)).toBeUndefined();
    expect(await runMail()).toMatchObject({ sent: 2, failed: 0, postponed: 0, finished: true });
    expect(await stateOf()).toBe('sent');
    const mail = await mailOf(id);
    expect(mail?.subject).toBe(`${candidate.name}: Astronaut`);
    expect(mail?.to).toEqual([{ name: '', address: 'jobs@acme.example' }]);
    for (const part of [mail?.text, mail?.html])
      for (const line of [id, ...candidate.coverLetter.split('\n')]) expect(part).toContain(line);
    expect(mail?.text).not.toContain('/api/');
    expect(mail?.text).toMatch(/^All applications for this job: http\S+\/recruiting\?token=\S+$/m);
    for (const [mailed, fileName, { mediaType, bytes }] of [
      [mail, 'résumé.docx', docx],
      [await mailOf(byForm.id), 'cv.pdf', pdf],
    ] as const) {
      expect(mailed?.attachments).toMatchObject([{ filename: fileName, mimeType: mediaType }]);
      expect(bytes.equals(Buffer.from(mailed?.attachments[0]?.content as ArrayBuffer))).toBe(true);
    }
  });

  test.each([false, true])(
    'has a link in the mail to the posting that the candidate saw (confidential: %s)',
    async (confidential) => {
      const { acme, id, job } = await applied({}, { confidential });
      // The mail shows the posting as the candidate saw it, despite these changes.
      await acme.put(`/jobs/${job.id}`, { locations: [{ description: 'Halifax, NS' }], title: 'Another' });
      await acme.delete(`/jobs/${job.id}`);
      await runMail();
      const { text, html } = (await mailOf(id)) ?? {};
      expect(text).toContain(`\nView the posting: ${job.postingUrl}\n`);
      expect(html).toContain(`<a href="${job.postingUrl}"`);
      expect(text).toMatch(/^New application: (?!Another)/);
      for (const forbidden of ['Halifax', 'All applications']) expect(text).not.toContain(forbidden);
    },
  );

  test('is mailed in the language of the employer’s profile at the time of sending', async () => {
    const { acme, id } = await applied();
    await acme.put('/employer', { language: 'fr' });
    await runMail();
    const mail = await mailOf(id);
    expect(mail?.from?.name).toBe(`${candidate.name} via Demo Job Board`);
    expect(mail?.text).toContain('La personne candidate a écrit :');
    expect(mail?.html).toContain('<html lang="fr">');
  });

  test('is mailed to the address that the job had at the time of receipt, not to a later address', async () => {
    const { acme, id } = await applied();
    const { body } = await acme.get('/jobs');
    await acme.put(`/jobs/${body.data[0].id}`, { applicationEmail: 'other@acme.example' });
    await runMail();
    expect((await mailOf(id))?.to?.[0]?.address).toBe('jobs@acme.example');
  });

  test('shows the reason and the address after a failure, until a mail to the corrected address is sent', async () => {
    const { acme, id } = await applied();
    const refusal = new MailFailure('refused', 'smtp_550', { failure: 'address_refused' });
    const client = createDocumentClient();
    await runMailBy({ client, mailer: countingMailer(() => refusal).mailer, now: () => new Date() });
    client.destroy();
    const current = async () => (await acme.get(`/applications/${id}`)).body;
    expect(await current()).toMatchObject({
      state: 'failed',
      failure: { code: 'address_refused', address: 'jobs@acme.example' },
    });
    const { body: jobs } = await acme.get('/jobs');
    await acme.put(`/jobs/${jobs.data[0].id}`, { applicationEmail: 'hr@acme.example' });
    const { body } = await acme.post(`/applications/${id}/resend`, undefined);
    expect(body).toMatchObject({ state: 'queued', failure: null });
    await runMail();
    expect(await current()).toMatchObject({ state: 'sent', failure: null });
  });
});
