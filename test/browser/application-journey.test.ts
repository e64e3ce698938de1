import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import PostalMime, { type Email } from 'postal-mime';
import { mailWords } from '../../pages/mail/mail-words.ts';
import { applicationWords } from '../../pages/public/application-words.ts';
import { applyWords } from '../../pages/public/apply-words.ts';
import { recruitingWords } from '../../pages/public/recruiting-words.ts';
import { words } from '../../pages/public/words.ts';
import type { Event } from '../../schemas/event.ts';
import { aJob } from '../setup/a-job.ts';
import { applyForm, toJsonAnswers, answersToAll, questionOfEachType } from '../setup/an-application.ts';
import { launchBrowser } from './browser.ts';
import { createHttpClient, type Client } from '../setup/http-client.ts';
import { startMailServer } from '../setup/mail-servers.ts';
import { npmStart } from '../setup/local-start.ts';
import { newReader } from './reader.ts';

/** The service holds an application whose form was sent faster than a person types. */
const TYPING_MILLIS = 3_000;

/** The maximum delay until an event or a mail is visible, in milliseconds. */
const DELAY_MILLIS = 120_000;

const CANDIDATE = 'anna.berg@example.org';
const RECRUITER = 'jobs@ovenworks.example';
const LETTER = 'My grandmother taught me to bake.';

const mailServer = await startMailServer();
const dataDir = await mkdtemp(join(tmpdir(), 'journey-'));
const browser = await launchBrowser();
const service = await npmStart({ dataDir, environment: { SMTP_URL: mailServer.url } });

afterAll(async () => {
  await browser.close();
  await service.stop();
  await mailServer.close();
  await rm(dataDir, { recursive: true });
});

const recruitingText = recruitingWords.en;
const { why: _, shift: __, ...five } = answersToAll;

/** Waits for the first mail to an address whose subject contains these words. */
async function mailTo(address: string, subject: string): Promise<Email> {
  const deadline = performance.now() + DELAY_MILLIS;
  for (;;) {
    for (const { to, message } of mailServer.received) {
      const mail = to.includes(address) ? await PostalMime.parse(message) : undefined;
      if (mail?.subject?.includes(subject)) return mail;
    }
    expect(performance.now()).toBeLessThan(deadline);
    await delay(100);
  }
}

/** Waits for the given number of events of an application. Returns actor, event and stage change of each. */
async function eventsOf({ get }: Pick<Client, 'get'>, id: string, count: number) {
  const deadline = performance.now() + DELAY_MILLIS;
  for (;;) {
    const { body, text } = await get('/events');
    const events = (body.data as Event[]).filter(({ data }) => data.application?.id === id);
    if (events.length >= count)
      return { text, told: events.map(({ type, data }) => [type, data.by.type, data.changes?.['stage']]) };
    expect(performance.now()).toBeLessThan(deadline);
    await delay(100);
  }
}

test('a candidate answers five questions and applies; the recruiter reads them, sets a stage, and releases an application that was held; the employer’s system hears of it; and the candidate, who still sees the posting, withdraws', async () => {
  const { apiKey } = service;
  const acme = createHttpClient(service.origin, { 'api-key': apiKey });
  const { body: job } = await acme.post(
    '/jobs',
    aJob({
      title: 'Head baker',
      status: 'active',
      description: '<p>You bake the bread of the town.</p>',
      applicationEmail: RECRUITER,
      questions: questionOfEachType.filter(({ id }) => id in five),
    }),
  );

  // The candidate follows a link in the newsletter.
  await using phone = await newReader(browser, service.origin, { size: 'phone' });
  const { page } = phone;
  await phone.open(`${new URL(job.postingUrl).pathname}?utm_source=newsletter`);
  await page.getByRole('link', { name: words.en.apply, exact: true }).click();
  const { labels, send } = applyWords.en;
  await page.getByLabel(labels.name).fill('Anna Berg');
  const typed = delay(TYPING_MILLIS);
  await page.getByLabel(labels.email).fill(CANDIDATE);
  await page.getByLabel(labels.coverLetter).fill(LETTER);
  await page.getByLabel('Where have you baked?').fill(five.shop);
  await page.getByRole('radio', { name: 'No' }).check();
  for (const bread of five.breads) await page.getByRole('checkbox', { name: bread }).check();
  await page.getByLabel('How many years?').fill(String(five.years));
  await page.getByLabel('When can you start?').fill(five.start);
  await page.getByRole('checkbox').last().check();
  await typed;
  await page.getByRole('button', { name: send }).click();
  await page.getByRole('heading', { name: applicationWords.en.received }).waitFor();
  expect(await phone.faults()).toEqual([]);

  // The recruiter follows the link in the mail to the list, reads the application, and sets a stage.
  const mail = await mailTo(RECRUITER, 'Anna Berg: Head baker');
  expect(mail.text).toContain(five.shop);
  await using desk = await newReader(browser, service.origin, { size: 'desktop', hasScripts: false });
  await desk.page.setContent(mail.html ?? '');
  await desk.page.getByRole('link', { name: mailWords.en.all }).click();
  const row = desk.page.getByRole('listitem').filter({ hasText: 'Anna Berg' });
  await row.getByText(recruitingText.read).click();
  for (const text of [LETTER, five.shop, ...five.breads, 'May 30, 2031']) await row.getByText(text).waitFor();
  await row.getByLabel(recruitingText.stage).selectOption('interview');
  await desk.page.getByRole('button', { name: recruitingText.save }).click();
  await desk.page.getByText(recruitingText.news.stage).waitFor();
  expect(await desk.faults()).toEqual([]);

  // Another application is held because a program sent it faster than a person types.
  const held = applyForm({ name: 'Ben Held', email: 'ben@example.org', subject: 'A trap' });
  for (const [id, value] of [
    ['shop', 'Ovens'],
    ['licence', 'yes'],
    ['breads', 'Rye'],
    ['years', '1'],
    ['start', '2031-01-01'],
  ] as const)
    held.set(`answer.${id}`, value);
  const form = await (await fetch(`${job.postingUrl}/apply`)).text();
  held.set('questions', /name="questions" value="([^"]*)"/.exec(form)?.[1] ?? '');
  expect((await fetch(`${job.postingUrl}/apply`, { method: 'POST', body: held })).url).toContain('token=');

  // The posting has closed. The candidate can still read it next to the application.
  await acme.put(`/jobs/${job.id}`, { status: 'archived' });
  const confirmation = await mailTo(CANDIDATE, 'We have your application');
  await using later = await newReader(browser, service.origin, { size: 'phone' });
  await later.page.setContent(confirmation.html ?? '');
  await later.page.getByRole('link', { name: 'View your application' }).click();
  for (const text of [five.shop, LETTER, 'You bake the bread of the town.'])
    await later.page.getByText(text).waitFor();
  const candidatePage = new URL(later.page.url());
  expect(await later.faults()).toEqual([]);

  // The link in the mail also leads to the held application, which the recruiter releases.
  await using recruiter = await newReader(browser, service.origin, { size: 'phone', hasScripts: false });
  await recruiter.page.setContent(mail.html ?? '');
  await recruiter.page.getByRole('link', { name: mailWords.en.all }).click();
  await recruiter.page.getByRole('button', { name: recruitingText.release }).click();
  await recruiter.page.getByText(recruitingText.news.release).waitFor();
  expect(await recruiter.faults()).toEqual([]);
  await mailTo(RECRUITER, 'Ben Held: Head baker');

  // The employer's system.
  const system = createHttpClient(service.origin, { 'api-key': apiKey });
  const [application] = (await system.get(`/applications?email=${CANDIDATE}`)).body.data;
  expect(application).toMatchObject({ stage: 'interview', source: 'newsletter', language: 'en' });
  expect(
    application.answers.map(({ question, value }: { question: { id: string }; value: unknown }) => ({
      question: question.id,
      value,
    })),
  ).toEqual(toJsonAnswers(five));
  const history = [
    ['application.received', 'candidate', undefined],
    ['application.updated', 'recruiter', { from: 'new', to: 'interview' }],
  ];
  expect((await eventsOf(system, application.id, 2)).told).toEqual(history);

  // The candidate withdraws: only events without personal data remain.
  await using other = await newReader(browser, service.origin, { size: 'phone' });
  await other.open(candidatePage.pathname + candidatePage.search);
  await other.page.getByRole('link', { name: applicationWords.en.withdraw }).click();
  await other.page.getByRole('button', { name: applicationWords.en.withdraw }).click();
  await other.page.getByRole('heading', { name: applicationWords.en.withdrawn }).waitFor();
  expect([await other.barriers(), await other.faults()]).toEqual([[], []]);
  expect((await system.get(`/applications?email=${CANDIDATE}`)).body.data).toEqual([]);
  const remaining = await system.get('/applications');
  expect(remaining.body.data).toMatchObject([{ name: 'Ben Held' }]);
  const after = await eventsOf(system, application.id, 3);
  expect(after.told).toEqual([...history, ['application.erased', 'candidate', undefined]]);
  for (const text of [remaining.text, after.text])
    for (const mark of ['Anna', CANDIDATE, LETTER, five.shop, 'newsletter']) expect(text).not.toContain(mark);
});
