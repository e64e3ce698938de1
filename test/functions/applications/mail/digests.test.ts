import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { defineDigests } from '../../../../functions/applications/mail/digest-mail.ts';
import { database } from '../../../../functions/platform/dynamodb/database.ts';
import { createDocumentClient } from '../../../../functions/platform/document-client.ts';
import { digestWords } from '../../../../pages/mail/mail-words.ts';
import { parseMail } from '../../../setup/a-mail.ts';
import { applicationsInTable } from '../../../setup/applications-in-table.ts';
import { setClock } from '../../../setup/clock.ts';
import { smtpReply, startMailServer } from '../../../setup/mail-servers.ts';
import { ownService } from '../../../setup/own-service.ts';

// A separate table, because a run reads the applications of all employers.
/** The replies of the mail server about some mailboxes, by the name of the mailbox. */
const replies = new Map([
  ['full', smtpReply(552, '5.2.2 The mailbox is full.')],
  ['gone', smtpReply(550, '5.1.1 There is no such mailbox.')],
]);
const refusing = new Set<string>();
const mailServer = await startMailServer({
  onRcptTo: ({ address }, _session, done) => {
    const [name = ''] = address.split(/[.@]/);
    done(refusing.has(address) ? replies.get(name) : undefined);
  },
});
process.env['SMTP_URL'] = mailServer.url;
const service = await ownService();
const applications = applicationsInTable(service.db);

afterAll(async () => {
  await mailServer.close();
});

const DAY_MILLIS = 24 * 60 * 60 * 1_000;

/** The current time, which only moves forward: each test uses later days than the tests before. */
let day = Date.parse('2026-06-01T10:00:00Z');
const pass = (days: number) => {
  day += days * DAY_MILLIS;
  setClock(day);
};
beforeEach(() => pass(30));
afterEach(() => {
  refusing.clear();
  jest.useRealTimers();
});

const newAddress = (mailbox: string) => `${mailbox}.${crypto.randomUUID().slice(0, 8)}@acme.example`;

type Fields = Parameters<typeof applications.create>[2];

/** Creates a job with a number of held applications. */
async function employerWithHeld(held = 1, { language = 'en', to = newAddress('jobs') } = {}) {
  const job = {
    title: 'Baker',
    referenceId: 'REQ-1',
    status: 'active',
    closeDate: null,
    applicationEmail: to,
  };
  const created = await service.employerWithJob(job);
  if (language !== 'en') await created.acme.put('/employer', { language });
  const receive = (fields: Fields = {}) =>
    applications.create(created.acme.employer, created.job, { mailTo: to, ...fields });
  const hold = () => receive({ state: 'held', suspicions: ['too_fast'] });
  const ids: string[] = [];
  for (let count = 0; count < held; count += 1) ids.push(await hold());
  const received = () => mailServer.received.filter((mail) => mail.to.includes(to));
  return { ...created, id: ids[0] ?? '', hold, receive, received, count: () => received().length };
}

/** Stores an application, and runs the mail queue while the mailbox refuses the mail. */
async function refused({ receive }: Awaited<ReturnType<typeof employerWithHeld>>, to: string) {
  refusing.add(to);
  await receive({ mailTo: to });
  await service.runMail();
  refusing.delete(to);
}

const TOKEN = /(?<=\/recruiting\?token=)[\w.-]+/g;

describe('the daily digest of waiting applications', () => {
  test('counts the held and the undelivered applications, and links to them, in English', async () => {
    const to = newAddress('full');
    const created = await employerWithHeld(2, { to });
    await refused(created, to);
    await service.runSweep();
    const [mail, ...others] = await Promise.all(created.received().map(({ message }) => parseMail(message)));
    expect(others).toEqual([]);
    expect(mail?.from).toEqual({ name: 'Demo Job Board', address: 'applications@localhost' });
    expect([mail?.replyTo, mail?.attachments]).toEqual([undefined, []]);
    expect(mail?.subject).toBe('Applications are waiting for you: Baker (REQ-1)');
    expect(mail?.text?.trimEnd().replaceAll(TOKEN, '…')).toBe(`Applications are waiting for you: Baker (REQ-1)
Held: 2
E-mail not delivered: 1

All applications for this job: ${service.origin}/recruiting?token=…&lang=en

Held applications may be spam. They are e-mailed to you once you release them.

You can read an application on the page even if its e-mail was not delivered.

We remind you once a day, for at most a week. An application no longer counts once you release it, set its stage or erase it.

Please do not reply: nobody reads what is sent to this address.`);
    const [, url] = / (http\S+)/.exec(mail?.text ?? '') ?? [];
    expect(mail?.html).toContain(`<a href="${url?.replace('&', '&amp;')}" class="button"`);
  });

  test('is in French for an employer who prefers French, and omits counts of zero', async () => {
    const created = await employerWithHeld(1, { language: 'fr' });
    await service.runSweep();
    const [mail] = await Promise.all(created.received().map(({ message }) => parseMail(message)));
    const { waiting, held, undelivered, heldMeans, undeliveredMeans, reminder } = digestWords.fr;
    for (const part of [waiting, `${held} : 1`, heldMeans, reminder]) expect(mail?.text).toContain(part);
    for (const part of [undelivered, undeliveredMeans]) expect(mail?.text).not.toContain(part);
    expect(mail?.html).toContain('<html lang="fr">');
  });

  test('is sent once a day for each job, even after several runs, and for at most a week', async () => {
    const [one, other] = [await employerWithHeld(1), await employerWithHeld(1)];
    const counts = () => [one.count(), other.count()];
    await Promise.all([service.runSweep(), service.runSweep(), service.runSweep()]);
    await one.hold();
    await service.runSweep();
    expect(counts()).toEqual([1, 1]);
    pass(1);
    await service.runSweep();
    expect(counts()).toEqual([2, 2]);
    pass(6);
    await other.hold();
    await service.runSweep();
    expect(counts()).toEqual([2, 3]);
  });

  test('is one mail for each address, with the jobs of all employers', async () => {
    const to = newAddress('jobs');
    const created = [await employerWithHeld(2, { to }), await employerWithHeld(1, { to })];
    await service.runSweep();
    const mails = await Promise.all(created[0]!.received().map(({ message }) => parseMail(message)));
    expect(mails.map((mail) => mail.subject)).toEqual(['Applications are waiting for you: 2 jobs']);
    for (const count of [1, 2]) {
      const [, url = ''] =
        new RegExp(`Baker \\(REQ-1\\) \\(${count}\\): (http\\S+)`).exec(mails[0]?.text ?? '') ?? [];
      expect((await fetch(url)).status).toBe(200);
    }
    expect(mails[0]?.text).toContain('Held: 3\n');
  });

  test('is sent even if the sweep runs out of time', async () => {
    const { acme, job, count } = await employerWithHeld(1);
    await applications.create(acme.employer, job, { keptSeconds: 1 });
    await expect(service.runSweep(59_000)).rejects.toThrow('more to do than time');
    expect(count()).toBe(1);
    await service.runSweep();
  });

  test('makes the run fail when there is no time to send the digest', async () => {
    const { count } = await employerWithHeld(1);
    await expect(service.runSweep(39_000)).rejects.toThrow('more to do than time');
    await service.runSweep();
    expect(count()).toBe(1);
  });

  test('is sent on the next day, not twice on one day, when a run stops before it sends the mail', async () => {
    const { count } = await employerWithHeld(1);
    const client = createDocumentClient();
    const tableName = process.env['TABLE_NAME'] ?? '';
    const { queue } = defineDigests(database({ client, tableName, remainingMillis: () => Infinity }));
    for await (const due of queue.due(new Date())) await queue.lease(due, new Date());
    client.destroy();
    await service.runSweep();
    expect(count()).toBe(0);
    pass(1);
    await service.runSweep();
    expect(count()).toBe(1);
  });

  type EmployerWithHeld = Awaited<ReturnType<typeof employerWithHeld>>;

  test.each<[string, (created: EmployerWithHeld) => Promise<unknown>]>([
    ['it is released', ({ acme, id }) => acme.post(`/applications/${id}/release`, undefined)],
    ['its stage is set', ({ acme, id }) => acme.put(`/applications/${id}`, { stage: 'rejected' })],
    ['it is erased', ({ acme, id }) => acme.delete(`/applications/${id}`)],
    ['its job is deleted', ({ acme, path }) => acme.delete(path)],
  ])('does not count an application after %s', async (_, change) => {
    const created = await employerWithHeld(1);
    await change(created);
    await service.runSweep();
    expect(created.count()).toBe(0);
  });

  test('counts an application again when it returns to the first stage', async () => {
    const { acme, id, count } = await employerWithHeld(1);
    for (const stage of ['reviewing', 'new']) await acme.put(`/applications/${id}`, { stage });
    await service.runSweep();
    expect(count()).toBe(1);
  });

  test('is not sent to an address that permanently refused mail, but to the job’s next address', async () => {
    const to = newAddress('gone');
    const created = await employerWithHeld(1, { to });
    await refused(created, to);
    await service.runSweep();
    expect(created.count()).toBe(0);
    await created.acme.put(created.path, { applicationEmail: 'hr@acme.example' });
    await service.runSweep();
    const mails = mailServer.received.filter((mail) => mail.to.includes('hr@acme.example'));
    expect(mails).toHaveLength(1);
    expect((await parseMail(mails[0]!.message)).text).toContain('Held: 1\nE-mail not delivered: 1\n');
  });

  test('is sent on the next day when a mail server refuses it', async () => {
    const to = newAddress('full');
    const created = await employerWithHeld(1, { to });
    refusing.add(to);
    await service.runSweep();
    refusing.delete(to);
    await service.runSweep();
    pass(1);
    await service.runSweep();
    expect(created.received().map(({ to: [address] }) => address)).toEqual([to]);
  });
});
