import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, jest, test as testInTurn } from '@jest/globals';
import type { Locator } from 'playwright-core';
import PostalMime from 'postal-mime';
import { applicationWords } from '../../pages/public/application-words.ts';
import { applyWords } from '../../pages/public/apply-words.ts';
import { words, type Language } from '../../pages/public/words.ts';
import { launchBrowser } from '../setup/browser.ts';
import { startMailServer } from '../setup/mail-server.ts';
import { npmStart } from '../setup/npm-start.ts';
import { realResume, type RealResume } from '../setup/real-resumes.ts';
import { clientOf } from '../setup/client.ts';
import { newReader, schemes, sizes, type Reader, type Size } from './reader.ts';

/** Tests mostly wait, so they overlap. */
const test = testInTurn.concurrent;

jest.setTimeout(120_000);

const run = promisify(execFile);

/** How long a mail may take to be seen, in milliseconds. */
const MAIL_MILLIS = 15_000;

/** A form that is sent sooner than a person types is held. */
const TYPING_MILLIS = 3_000;

/** Posts a job with the command that `npm start` prints, and returns the path of its page. */
async function postAsPrinted(greeting: string): Promise<string> {
  const { stdout } = await run('bash', ['-c', /curl .* -d .*/.exec(greeting)?.[0] ?? '']);
  expect(stdout).toContain('HTTP/1.1 201 Created');
  const [, id = ''] = /^location: .*\/jobs\/(\d+)/m.exec(stdout) ?? [];
  return `/jobs/${id}`;
}

const browser = await launchBrowser();
const { origin, apiKey, greeting, stop } = await npmStart();
const postingPath = await postAsPrinted(greeting);
const employer = clientOf(origin, { 'api-key': apiKey });
afterAll(async () => {
  await browser.close();
  await stop();
});

interface Candidate {
  name: string;
  email: string;
  letter: string;
  resume: RealResume;
}

let candidates = 0;
const aCandidate = (name: string, resume: string): Candidate => ({
  name,
  email: `candidate-${(candidates += 1)}@example.org`,
  letter: 'I have baked bread since I was nine. Je parle français et 日本語も少し話します。Спасибо!',
  resume: realResume(resume),
});

const choose = (field: Locator, { fileName, mediaType, bytes }: RealResume) =>
  field.setInputFiles({ name: fileName, mimeType: mediaType, buffer: bytes });

/** Opens the posting, follows its button, and fills in the form, as slowly as a person. */
async function fillIn(
  { page, open }: Reader,
  { name, email, letter, resume }: Candidate,
  language: Language,
  path = postingPath,
) {
  const { labels } = applyWords[language];
  await open(path);
  await page.getByRole('link', { name: words[language].apply, exact: true }).click();
  await page.getByLabel(labels.name).fill(name);
  const typed = delay(TYPING_MILLIS);
  await page.getByLabel(labels.email).fill(email);
  await page.getByLabel(labels.coverLetter).fill(letter);
  await choose(page.getByLabel(labels.resume), resume);
  await page.getByRole('checkbox').check();
  await typed;
}

const send = ({ page }: Reader, language: Language) =>
  page.getByRole('button', { name: applyWords[language].send }).click();

/** Opens the outbox until the candidate's mail is in it, and the mail, and downloads its attachment. */
async function downloadFromOutbox({ page, open }: Reader, { email, resume }: Candidate): Promise<Buffer> {
  const mail = page.getByRole('listitem').filter({ hasText: email }).getByRole('link');
  const deadline = performance.now() + MAIL_MILLIS;
  await open('/outbox');
  while ((await mail.count()) === 0) {
    expect(performance.now()).toBeLessThan(deadline);
    await delay(200);
    await open('/outbox');
  }
  await mail.click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: resume.fileName }).click();
  return readFile(await (await downloading).path());
}

async function expectInOutbox(reader: Reader, candidate: Candidate) {
  const file = await downloadFromOutbox(reader, candidate);
  expect(file.equals(candidate.resume.bytes)).toBe(true);
  const shown = await reader.page.locator('main').textContent();
  for (const text of [candidate.name, candidate.email, candidate.letter, 'jobs@example.com']) {
    expect(shown).toContain(text);
  }
}

const languages = [
  ['en', 'en-CA'],
  ['fr', 'fr-CA'],
] as const satisfies [Language, string][];

describe.each(Object.keys(sizes) as Size[])('on a %s', (size) => {
  test.each(languages)(
    'a posting is answered with a PDF in %s without scripts, and its mail is in the outbox within seconds',
    async (language, locale) => {
      await using reader = await newReader(browser, origin, { size, locale, hasScripts: false });
      const candidate = aCandidate('Zoë Lefèvre-Ångström', 'libreoffice.pdf');
      await fillIn(reader, candidate, language);
      await send(reader, language);
      await reader.page.getByRole('heading', { name: applicationWords[language].received }).waitFor();
      await expectInOutbox(reader, candidate);
    },
  );

  test('a posting is answered with nothing but a keyboard', async () => {
    await using reader = await newReader(browser, origin, { size });
    const { page } = reader;
    const candidate = aCandidate('Дмитрий Щербаков', 'chromium.pdf');
    await reader.open(postingPath);
    await reader.tabTo('a.button', 10);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: applyWords.en.heading('Baker') }).waitFor();
    await reader.tabTo('#name', 5);
    await page.keyboard.type(candidate.name);
    const typed = delay(TYPING_MILLIS);
    await reader.tabTo('#email', 1);
    await page.keyboard.type(candidate.email);
    // Before the last Tab, so that Chromium has heard of it when Enter is pressed.
    const choosing = page.waitForEvent('filechooser');
    await reader.tabTo('#resume', 2);
    await page.keyboard.press('Enter');
    const { fileName, mediaType, bytes } = candidate.resume;
    await (await choosing).setFiles({ name: fileName, mimeType: mediaType, buffer: bytes });
    await reader.tabTo('#coverLetter', 1);
    await page.keyboard.type(candidate.letter);
    await reader.tabTo('#consent', 1);
    await page.keyboard.press('Space');
    await reader.tabTo('button', 1);
    await typed;
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: applicationWords.en.received }).waitFor();
    expect(await reader.faults()).toEqual([]);
    await expectInOutbox(reader, candidate);
  });

  describe.each(schemes)('in its %s colours', (scheme) => {
    test.each(languages)('no page on the way keeps anybody out, in %s', async (language, locale) => {
      await using reader = await newReader(browser, origin, { size, scheme, locale });
      const { page } = reader;
      const look = async () => {
        expect(await reader.barriers()).toEqual([]);
        expect(await reader.faults()).toEqual([]);
      };
      await reader.open('/employers/1');
      await look();
      await page.getByRole('link', { name: 'Baker' }).first().click();
      await look();
      await page.getByRole('link', { name: words[language].apply, exact: true }).click();
      await look();
      await page.evaluate(`document.querySelector('form').noValidate = true`);
      await send(reader, language);
      await page.getByRole('alert').waitFor();
      expect(await reader.barriers()).toEqual([]);
      // Chromium itself reports the 400.
      expect(await reader.faults()).toEqual([expect.stringContaining('400 (Bad Request)')]);
      const candidate = aCandidate('王小明', 'pdftex.pdf');
      await fillIn(reader, candidate, language);
      await send(reader, language);
      await page.getByRole('heading', { name: applicationWords[language].received }).waitFor();
      await look();
      const { pathname, search } = new URL(page.url());
      await downloadFromOutbox(reader, candidate);
      await look();
      await page.getByRole('link', { name: 'Outbox' }).click();
      await look();
      await reader.open(`${pathname}${search}`);
      await page.getByRole('link', { name: applicationWords[language].withdraw }).click();
      await look();
      await page.getByRole('button', { name: applicationWords[language].withdraw }).click();
      await page.getByRole('heading', { name: applicationWords[language].withdrawn }).waitFor();
      await look();
    });
  });
});

test('a form that breaks rules comes back with what was typed, and is accepted once it is corrected', async () => {
  await using reader = await newReader(browser, origin, { size: 'phone', hasScripts: false });
  const { page } = reader;
  const candidate = aCandidate('Siobhán 👩🏽‍🍳 Ó Briain', 'pandoc.docx');
  await fillIn(reader, { ...candidate, resume: { ...candidate.resume, fileName: 'resume.exe' } }, 'en');
  await send(reader, 'en');
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel(applyWords.en.labels.name).inputValue()).toBe(candidate.name);
  expect(await page.getByLabel(applyWords.en.labels.coverLetter).inputValue()).toBe(candidate.letter);
  await choose(page.getByLabel(applyWords.en.labels.resume), candidate.resume);
  await send(reader, 'en');
  await page.getByRole('heading', { name: applicationWords.en.received }).waitFor();
  await expectInOutbox(reader, candidate);
  const { body } = await employer.get('/applications');
  const own = body.data.filter(({ email }: { email: string }) => email === candidate.email);
  expect(own).toEqual([expect.objectContaining({ name: candidate.name, state: 'sent' })]);
});

/** Bytes of nothing in particular. */
const bytesOf = (size: number) => Buffer.alloc(size, 'a');

test.each(languages)(
  'a file that is too large is named beside its field and nothing is sent, until a smaller one is chosen, in %s',
  async (language, locale) => {
    await using reader = await newReader(browser, origin, { size: 'phone', locale });
    const { page } = reader;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));
    const candidate = aCandidate('Máire Ní Bhriain', 'chromium.pdf');
    const { labels, problems } = applyWords[language];
    const large = { ...candidate.resume, bytes: bytesOf(5_000_000) };
    await fillIn(reader, { ...candidate, resume: large }, language);
    const message = page.locator('#resume-too-large');
    const tooLarge = problems.resume.file_too_large ?? '';
    expect(tooLarge).toMatch(language === 'en' ? /3\.8 MB/ : /3,8\sMo/);
    expect([await message.getAttribute('aria-live'), await message.textContent()]).toEqual([
      'assertive',
      tooLarge,
    ]);
    const field = page.getByLabel(labels.resume);
    expect(await field.getAttribute('aria-describedby')).toContain('resume-too-large');
    expect(await reader.barriers()).toEqual([]);

    await send(reader, language);
    expect(await page.evaluate<boolean>(`document.activeElement.id === 'resume'`)).toBe(true);
    expect(sent).not.toContain('POST');
    expect(await page.getByLabel(labels.name).inputValue()).toBe(candidate.name);
    expect(await page.getByLabel(labels.coverLetter).inputValue()).toBe(candidate.letter);

    await choose(field, candidate.resume);
    expect([await message.textContent(), await field.getAttribute('aria-invalid')]).toEqual(['', null]);
    await send(reader, language);
    await page.getByRole('heading', { name: applicationWords[language].received }).waitFor();
    expect(await reader.faults()).toEqual([]);
  },
);

test('a file that is too large is refused by the service where the browser runs no scripts', async () => {
  await using reader = await newReader(browser, origin, { size: 'phone', hasScripts: false });
  const candidate = aCandidate('Seán Ó Sé', 'chromium.pdf');
  await fillIn(reader, { ...candidate, resume: { ...candidate.resume, bytes: bytesOf(4_000_001) } }, 'en');
  await send(reader, 'en');
  await reader.page.getByRole('alert').filter({ hasText: '3.8 MB' }).waitFor();
  expect(await reader.page.getByLabel(applyWords.en.labels.coverLetter).inputValue()).toBe(candidate.letter);
});

test('with SMTP_URL, the mail with the PDF reaches a mail server', async () => {
  const mailServer = await startMailServer();
  const started = await npmStart({ environment: { SMTP_URL: mailServer.url } });
  try {
    const path = await postAsPrinted(started.greeting);
    await using reader = await newReader(browser, started.origin, { size: 'phone', hasScripts: false });
    const candidate = aCandidate('נועה בן־דוד', 'img2pdf-scan.pdf');
    await fillIn(reader, candidate, 'en', path);
    await send(reader, 'en');
    await reader.page.getByRole('heading', { name: applicationWords.en.received }).waitFor();
    const deadline = performance.now() + MAIL_MILLIS;
    while (mailServer.received.length === 0) {
      expect(performance.now()).toBeLessThan(deadline);
      await delay(100);
    }
    const [mail] = mailServer.received;
    const { replyTo, attachments } = await PostalMime.parse(mail?.message ?? '');
    expect(replyTo).toEqual([{ name: candidate.name, address: candidate.email }]);
    const [attachment] = attachments;
    expect(attachment?.filename).toBe(candidate.resume.fileName);
    expect(candidate.resume.bytes.equals(Buffer.from(attachment?.content as ArrayBuffer))).toBe(true);
  } finally {
    await started.stop();
    await mailServer.close();
  }
});
