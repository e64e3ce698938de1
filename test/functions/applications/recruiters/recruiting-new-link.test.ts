import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { confirmationWords, mailWords } from '../../../../pages/mail/mail-words.ts';
import { languages } from '../../../../schemas/languages.ts';
import { recruitingWords } from '../../../../pages/public/recruiting-words.ts';
import { apply } from '../../../setup/an-application.ts';
import { parseMail } from '../../../setup/a-mail.ts';
import { setClock } from '../../../setup/clock.ts';
import { loggedLines } from '../../../setup/logged-lines.ts';
import { startMailServer } from '../../../setup/mail-servers.ts';
import { recruitingPages, type EmployerWithJob } from '../../../setup/recruiting-page.ts';
import { ownService } from '../../../setup/own-service.ts';

// A separate table, because a run sends the mail of all employers.
/** By recipient, what the mail server waits for before it accepts the recipient. */
const waiting = new Map<string, Promise<unknown>>();
const mailServer = await startMailServer({
  onRcptTo: ({ address }, _session, done) => {
    const answer = async () => {
      await waiting.get(address);
      done();
    };
    void answer();
  },
});
/** The daily limit of the mails to one address that key holders cause. */
const MOST = 6;
process.env['MAILS_PER_ADDRESS'] = String(MOST);
process.env['SMTP_URL'] = mailServer.url;
const service = await ownService();
const { linkTo, press } = recruitingPages(service);

afterEach(() => void jest.useRealTimers());

const DAY_MILLIS = 86_400_000;
const link = { action: 'link' };
const words = recruitingWords.en;

const newAddress = () => `jobs.${crypto.randomUUID().slice(0, 8)}@acme.example`;

/** Creates a job and an expired link to the page for recruiters. */
async function ended() {
  const to = newAddress();
  const fields = { title: 'Baker', referenceId: 'REQ-1', status: 'active', applicationEmail: to };
  const created = await service.employerWithJob(fields);
  const old = (await linkTo(created, { now: new Date(Date.now() - 31 * DAY_MILLIS) })) ?? '';
  return { ...created, old, to };
}

/** Runs the mail queue, and returns all mails that the address has received. */
async function mailsTo(to: string) {
  await service.runConfirmations();
  const mine = mailServer.received.filter((mail) => mail.to.includes(to));
  return Promise.all(mine.map(({ message }) => parseMail(message)));
}

const endings: [
  string,
  (created: EmployerWithJob & { old: string }) => Promise<{ old: string; to: string }>,
][] = [
  ['is too old', async ({ old, job }) => ({ old, to: job.applicationEmail })],
  [
    'is for a former address',
    async (created) => {
      const old = (await linkTo(created)) ?? '';
      const to = newAddress();
      await created.acme.put(created.path, { applicationEmail: to });
      return { old, to };
    },
  ],
];

describe('the button that mails a new link to the page for recruiters', () => {
  test.each(endings)(
    'is on the page of a link that %s, and mails the new link to the present address',
    async (_, end) => {
      const created = await ended();
      const { old, to } = await end(created);
      const page = await fetch(old);
      const text = await page.text();
      expect([page.status, page.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(text).toContain(words.mailLink);
      for (const secret of [to, created.job.applicationEmail, 'Baker']) expect(text).not.toContain(secret);
      expect((await press(old, { action: 'stage' })).status).toBe(404);
      const { status, text: answer } = await press(old, link);
      expect([status, answer]).toEqual([200, expect.stringContaining(words.linkMailed)]);
      const [mail, ...others] = await mailsTo(to);
      expect(others).toEqual([]);
      const url = /https?:\S+recruiting\S+/.exec(mail?.text ?? '')?.[0] ?? '';
      expect(await (await fetch(url)).text()).toContain(words.none);
    },
  );

  test.each(languages)('sends the mail in the language of the profile: %s', async (language) => {
    const { acme, old, to } = await ended();
    await acme.put('/employer', { language });
    await press(old, link);
    const [mail] = await mailsTo(to);
    const { newLink, newLinkHint } = recruitingWords[language];
    const { named, all } = mailWords[language];
    const { noReply } = confirmationWords[language];
    const paragraphs = [named(newLink, 'Baker (REQ-1)'), named(all, 'URL'), newLinkHint, noReply];
    expect(mail?.text?.trimEnd().replace(/https?:\S+/, 'URL')).toBe(paragraphs.join('\n\n'));
    expect(mail?.html).toContain(`lang="${language}"`);
  });

  test('sends at most three mails a day for a job, even with several old links', async () => {
    const { job, acme, path, text, old, to } = await ended();
    const older = await linkTo({ acme, job, path, text }, { now: new Date(Date.now() - 40 * DAY_MILLIS) });
    const answers: string[] = [];
    for (const each of [old, older ?? '', old, old]) {
      answers.push((await press(each, link)).text);
      await service.runConfirmations();
    }
    expect(answers.map((answer) => answer.includes(words.linkMailed))).toEqual([true, true, true, false]);
    expect(answers[3]).toContain(words.enoughLinks);
    expect(await mailsTo(to)).toHaveLength(3);
  });

  test('sends at most three mails in total for one expired link', async () => {
    const created = await ended();
    const answers: string[] = [];
    for (const days of [0, 0, 1, 1, 2]) {
      setClock(Date.now() + days * DAY_MILLIS);
      answers.push((await press(created.old, link)).text);
      await service.runConfirmations();
    }
    const isMailed = answers.map((answer) => answer.includes(words.linkMailed));
    expect(isMailed).toEqual([true, true, true, false, false]);
    expect(await mailsTo(created.to)).toHaveLength(3);
    jest.useRealTimers();
    const other = await linkTo(created, { now: new Date(Date.now() - 40 * DAY_MILLIS) });
    expect((await press(other ?? '', link)).text).toContain(words.linkMailed);
  });

  test('sends its mail before a confirmation that the mail server delays', async () => {
    const { job, old, to } = await ended();
    const email = newAddress();
    await apply(service.anyone, job.id, { email });
    await press(old, link);
    const linkCame = async () => {
      while (!mailServer.received.some((mail) => mail.to.includes(to))) await setImmediate();
    };
    waiting.set(email, linkCame());
    expect(await service.runConfirmations()).toMatchObject({ sent: 1, finished: true });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('leaves the mail to a later run when the run has no time, and the log states the delay', async () => {
    const { old } = await ended();
    await press(old, link);
    const lines = await loggedLines(() => service.runConfirmations(39_000));
    expect(lines).toContainEqual(
      expect.objectContaining({ operation: 'sendRecruitingLinks', finished: false, unfinished: 1 }),
    );
  });

  test('sends no mail when the employer has caused its half of the day’s mails to the address, and does not use up the old link', async () => {
    const { acme, job, old, to } = await ended();
    const path = `/jobs/${job.id}/applications`;
    for (let n = 0; n < MOST / 2; n += 1) {
      const body = { name: crypto.randomUUID(), email: 'ana@example.org', mail: true };
      expect((await acme.post(path, body)).status).toBe(201);
    }
    for (let n = 0; n < 2; n += 1) expect((await press(old, link)).text).toContain(words.enoughLinks);
    // The mails of applications that candidates send do not count.
    expect((await apply(service.anyone, job.id)).status).toBe(201);
    await service.runMail();
    expect(await mailsTo(to)).toHaveLength(MOST / 2 + 1);
    setClock(new Date().setUTCHours(24, 1));
    expect((await press(old, link)).text).toContain(words.linkMailed);
    expect(await mailsTo(to)).toHaveLength(MOST / 2 + 2);
  });

  test.each<[string, (created: EmployerWithJob) => Promise<unknown>]>([
    ['the employer turns the page off', ({ acme }) => acme.put('/employer', { recruitingPage: false })],
    ['the job is deleted', ({ acme, path }) => acme.delete(path)],
  ])('sends no mail after %s', async (_, change) => {
    const created = await ended();
    await press(created.old, link);
    await change(created);
    expect(await mailsTo(created.to)).toEqual([]);
    expect((await press(created.old, link)).status).toBe(404);
  });
});
