import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { lambdaContext } from '../../../../bin/local/lambda.ts';
import { mailName } from '../../../../functions/mail/outbox.ts';
import { confirmationLimit, mailboxOf } from '../../../../functions/mail/daily-limits.ts';
import { employerStore } from '../../../../functions/accounts/store/employers.ts';
import { DAILY_CONFIRMATIONS } from '../../../../schemas/application-limits.ts';
import { parseMail } from '../../../setup/a-mail.ts';
import { aResume, apply, applyForm, sendForm } from '../../../setup/an-application.ts';
import { setClock } from '../../../setup/clock.ts';
import { postingLink } from '../../../setup/public-pages.ts';
import { setProfile } from '../../../setup/employers-in-table.ts';
import { setIntakeCounts } from '../../../setup/applications-in-table.ts';
import { settings } from '../../../../functions/platform/config.ts';
import { ownFiles } from '../../../setup/own-files.ts';
import { ownService } from '../../../setup/own-service.ts';

/** The daily limit of the service: more confirmations than any test sends in a day. */
const MAX_PER_DAY = 1_000;

// A separate table and folder, because a run sends the mail of all employers.
const { outbox: mails } = ownFiles();
process.env['CONFIRMATIONS_PER_DAY'] = String(MAX_PER_DAY);
const service = await ownService();
const { db, anyone, runConfirmations } = service;
const setCounts = setIntakeCounts(db);
// A function reads its settings when it is loaded.
const { handler: recordMailEvent } = await import('../../../../functions/applications/record-mail-event.ts');

afterEach(async () => {
  // Sends the mail that the test left due, before the clock is reset.
  await runConfirmations();
  jest.useRealTimers();
});

let day = 0;

// Mails are counted by day, and `setCounts` sets the counts of every earlier day.
beforeEach(() => setClock(Date.UTC(2031, 0, (day += 2), 10)));

const nextDay = () => setClock(Date.now() + 24 * 60 * 60 * 1_000);

const anAddress = () => `zoe.${randomUUID()}@example.net`;

const openJob = (fields: Record<string, unknown> = {}, name?: string) =>
  service.employerWithJob(
    { status: 'active', applicationEmail: 'jobs@acme.example', ...fields },
    { ...(name !== undefined && { name }) },
  );

const formOf = ({ job }: { job: { id: number } }) => `${service.origin}/jobs/${job.id}/apply`;

/** Applies for a job, and returns the application as the employer sees it. */
async function applied(
  { acme, job }: Awaited<ReturnType<typeof openJob>>,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) {
  const { status, body, text } = await apply(anyone, job.id, { email: anAddress(), ...fields }, headers);
  if (status !== 201) throw new Error(text);
  const id = String(body.id);
  const confirmation = async () => (await acme.get(`/applications/${id}`)).body.confirmation;
  return { id, confirmation, state: await confirmation() };
}

const confirmationOf = async (id: string) => {
  const message = await mails.get(mailName(id, 'confirmation'));
  return message && parseMail(message);
};

/** Records an event of SES about a confirmation. */
const report = (id: string, eventType: string, detail: object = {}) =>
  recordMailEvent(
    {
      detail: {
        eventType,
        mail: { tags: { mail: ['confirmation'], application: [id], queuedAt: ['1'] } },
        ...detail,
      },
    },
    lambdaContext('record-mail-event', 'mail', () => 30_000),
  );

const bounce = { bounce: { bounceType: 'Permanent', bounceSubType: 'General' } };

/** The URLs in a mail. */
const linksOf = (text = '') => [...text.matchAll(/https?:\S+/g)].map(([link]) => link);

describe('the confirmation to a candidate', () => {
  test('is in the language of the request, and links to the candidate’s page', async () => {
    const translations = { fr: { title: 'Cheffe boulangère', description: 'Vous cuisez.' } };
    const posted = await openJob({ title: 'Head baker', language: 'en', translations }, 'Ovenworks');
    const ovenworks = 'https://ovenworks.example/';
    const profile = { website: ovenworks, privacyUrl: `${ovenworks}privacy` };
    await setProfile(db, posted.acme.employer, profile);
    const english = await applied(posted);
    const french = await applied(posted, {}, { 'accept-language': 'fr-CA' });
    expect([english.state, french.state]).toEqual(['queued', 'queued']);
    expect(await runConfirmations()).toMatchObject({ sent: 2, finished: true });
    expect([await english.confirmation(), await french.confirmation()]).toEqual(['sent', 'sent']);

    const mail = await confirmationOf(english.id);
    expect(mail?.subject).toBe('We have your application: Head baker');
    expect(mail?.from).toEqual({ name: 'Ovenworks via Demo Job Board', address: 'applications@localhost' });
    expect(mail?.replyTo).toBeUndefined();
    expect(mail?.headers.filter(({ key }) => key === 'auto-submitted')).toEqual([
      { key: 'auto-submitted', originalKey: 'Auto-Submitted', value: 'auto-generated' },
    ]);
    for (const part of ['application: Head baker\n', 'Employer: Ovenworks\n'])
      expect(mail?.text).toContain(part);
    const [page = '', withdrawal = '', ...others] = linksOf(mail?.text);
    expect(others).toEqual([...Object.values(profile), settings.OPERATOR_PRIVACY_URL.fallback]);
    expect(await (await fetch(page)).text()).toContain('We have your application');
    expect(await (await fetch(withdrawal)).text()).toContain('Withdraw your application?');

    const other = await confirmationOf(french.id);
    expect(other?.subject).toBe('Nous avons reçu votre candidature : Cheffe boulangère');
    expect(other?.text).toContain('Employeur : Ovenworks\n');
  });

  test('is announced on the candidate’s page only if one is sent', async () => {
    const posted = await openJob();
    const applyByForm = async () => {
      const { headers } = await sendForm(formOf(posted), applyForm({ email: anAddress() }));
      return async () => (await fetch(headers.get('location') ?? '')).text();
    };
    const page = await applyByForm();
    expect(await page()).toContain('We also send you an e-mail');
    await runConfirmations();
    expect(await page()).toContain('We have sent you an e-mail');
    await setProfile(db, posted.acme.employer, { confirmation: false });
    expect(await (await applyByForm())()).toContain('We send you no e-mail');
  });

  test('shows the job title but no data of the employer when the employer is confidential or suspended by then', async () => {
    const hidden = await openJob({ title: 'Night baker' }, 'Ovenworks Unseen');
    await setProfile(db, hidden.acme.employer, { website: 'https://unseen.example/' });
    const posting = postingLink(await hidden.acme.put(`/jobs/${hidden.job.id}`, { confidential: true }));
    const { body } = await apply(anyone, posting.split('/').at(-1) ?? '', { email: anAddress() });
    const suspended = await openJob({ title: 'Night baker' }, 'Ovenworks Unseen');
    const { id } = await applied(suspended);
    await employerStore(db).suspend(suspended.acme.employer.id, new Date());
    await runConfirmations();
    for (const each of [String(body.id), id]) {
      const bytes = await mails.get(mailName(each, 'confirmation'));
      const mail = bytes && (await parseMail(bytes));
      expect(mail?.from?.name).toBe('Demo Job Board');
      expect(mail?.text).toContain('Night baker');
      for (const forbidden of [/Unseen/i, /jobs@acme/, /Employer:/]) {
        expect(`${mail?.text} ${mail?.html} ${String(bytes)}`).not.toMatch(forbidden);
      }
    }
  });

  test('is sent and counted once when the candidate sends the application twice, of three mails a day to one mailbox', async () => {
    const posted = await openJob();
    const email = anAddress();
    const { id } = await applied(posted, { email });
    await Promise.all([1, 2, 3].map(() => applied(posted, { email })));
    expect(await runConfirmations()).toMatchObject({ sent: 1 });
    expect(await confirmationOf(id)).toBeDefined();
    const others = [];
    for (const written of [email, email.toUpperCase(), email.replace('@', '+jobs@')])
      others.push((await applied(await openJob(), { email: written })).state);
    expect(others).toEqual(['queued', 'queued', null]);
    nextDay();
    expect((await applied(await openJob(), { email })).state).toBe('queued');
  });

  test('is not sent for a held application, even after its release', async () => {
    const { acme, job } = await openJob();
    await sendForm(formOf({ job }), applyForm({ email: anAddress(), subject: 'filled in by a program' }));
    const { data } = (await acme.get('/applications')).body;
    expect(data).toMatchObject([{ state: 'held', confirmation: null }]);
    const released = await acme.post(`/applications/${data[0].id}/release`, undefined);
    expect(released.body).toMatchObject({ state: 'queued', confirmation: null });
    expect(await runConfirmations()).toMatchObject({ sent: 0, skipped: 0 });
  });
});

test('a confirmation contains no text that the candidate typed, except the address of the recipient', async () => {
  const mark = 'zqxj';
  const typed = (field: string) => `${mark}-${field} http://${mark}.example ${mark}@${mark}.example`;
  const host = `${mark}-in-address`;
  const fields = {
    name: typed('name'),
    email: `${host}+tag@example.net`,
    telephone: `${mark} 514`,
    coverLetter: `${typed('letter')}\r\nBcc: ${mark}@example.org\r\n\r\n=?utf-8?q?${mark}?=`,
  };
  const headers = {
    'accept-language': `fr, ${mark};q=0.1`,
    'user-agent': mark,
    referer: `http://${mark}.example/`,
    'x-forwarded-for': mark,
    'idempotency-key': mark,
  };
  const resume = aResume(`${mark}-file.txt`, Buffer.from(`Résumé ${mark}`));
  const { id } = await applied(await openJob({ title: 'Baker' }), { ...fields, resume }, headers);
  expect(await runConfirmations()).toMatchObject({ sent: 1 });
  const message = (await mails.get(mailName(id, 'confirmation'))) ?? new Uint8Array();
  const mail = await parseMail(message);
  expect(mail.to).toEqual([{ name: '', address: fields.email }]);
  const headersOf = mail.headers.filter(({ key }) => key !== 'to').map(({ value }) => value);
  const raw = Buffer.from(message)
    .toString()
    .replace(/^To: .*$/m, '');
  for (const part of [raw, mail.text ?? '', mail.html ?? '', ...headersOf]) {
    expect(part.toLowerCase()).not.toContain(mark);
  }
  expect(mail.attachments).toEqual([]);
});

describe('the limits of confirmations', () => {
  const { job: perJob } = DAILY_CONFIRMATIONS;

  test.each([
    ['Zoe@Example.NET', 'zoe@example.net'],
    ['zoe+a+b@example.net', 'zoe@example.net'],
    ['z.o.e@example.net', 'z.o.e@example.net'],
    ['+zoe@example.net', '+zoe@example.net'],
    ['Z.o.E+jobs@GoogleMail.com', 'zoe@gmail.com'],
    ['zoe@gmail.com.example', 'zoe@gmail.com.example'],
  ])('count a mail to %s towards the mailbox %s', (written, mailbox) => {
    expect(mailboxOf(written)).toBe(mailbox);
  });

  test(`allow ${perJob} mails a day for one job`, async () => {
    const posted = await openJob();
    await applied(posted);
    // Every application has a new address, so only the count of the job is high.
    await setCounts(perJob - 1);
    expect((await applied(posted)).state).toBe('queued');
    expect((await applied(posted)).state).toBeNull();
    expect((await applied(await openJob())).state).toBe('queued');
  });

  test('allow CONFIRMATIONS_PER_DAY mails a day for the whole service', async () => {
    await applied(await openJob());
    await setCounts(MAX_PER_DAY - 1);
    expect((await applied(await openJob())).state).toBe('queued');
    expect((await applied(await openJob())).state).toBeNull();
    nextDay();
    expect((await applied(await openJob())).state).toBe('queued');
  });

  test('are not exceeded when 50 requests arrive concurrently', async () => {
    const mayConfirm = confirmationLimit(db, 40);
    const requests = Array.from({ length: 50 }, (_, jobId) =>
      mayConfirm({ email: anAddress(), jobId }, new Date()),
    );
    const granted = (await Promise.all(requests)).filter(Boolean).length;
    expect(granted).toBeGreaterThan(30);
    expect(granted).toBeLessThanOrEqual(40);
  });
});

test('a confirmation that bounces is shown to the employer and the candidate, and does not change the state of the application', async () => {
  const posted = await openJob();
  const { id, confirmation } = await applied(posted);
  await runConfirmations();
  const mail = await confirmationOf(id);
  await report(id, 'Send');
  expect(await confirmation()).toBe('sent');
  for (const _ of ['once', 'twice']) await report(id, 'Bounce', bounce);
  await report(id, 'Delivery');
  await report(id, 'Send');
  const { body } = await posted.acme.get(`/applications/${id}`);
  expect(body).toMatchObject({ state: 'queued', failure: null, confirmation: 'bounced' });
  const [page = ''] = linksOf(mail?.text);
  expect(await (await fetch(page)).text()).toContain('Your e-mail address refused our confirmation');
});
