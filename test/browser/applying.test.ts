import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test as testInTurn } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { applicationWords } from '../../pages/public/application-words.ts';
import { applyIds } from '../../pages/public/apply-script.ts';
import { applyWords } from '../../pages/public/apply-words.ts';
import type { Language } from '../../schemas/languages.ts';
import { questionWords } from '../../pages/public/question-words.ts';
import { words } from '../../pages/public/words.ts';
import { UPLOAD_MAX_BYTES } from '../../schemas/application.ts';
import { aJob } from '../setup/a-job.ts';
import { newReader, type Reader } from './reader.ts';
import { startWithBrowser } from './start.ts';
import { toJsonAnswers, answersToAll, questionOfEachType, pdfOfSize } from '../setup/an-application.ts';
import type { RealFile } from '../setup/real-files.ts';
import { realResume } from '../setup/resumes.ts';

/** Runs tests concurrently, because they mostly wait. */
const test = testInTurn.concurrent;

const run = promisify(execFile);

/** The maximum delay until a mail is visible, in milliseconds. */
const MAIL_MILLIS = 120_000;

/** The service holds an application whose form was sent faster than a person types. */
const TYPING_MILLIS = 3_000;

/** Posts a job with the command that `npm start` prints. Returns the path of its page. */
async function postAsPrinted(greeting: string): Promise<string> {
  const { stdout } = await run('bash', ['-c', /curl .* -d .*/.exec(greeting)?.[0] ?? '']);
  expect(stdout).toContain('HTTP/1.1 201 Created');
  const [, id = ''] = /^location: .*\/jobs\/(\d+)/m.exec(stdout) ?? [];
  return `/jobs/${id}`;
}

const { browser, origin, greeting, acme } = await startWithBrowser();
const postingPath = await postAsPrinted(greeting);

interface Candidate {
  name: string;
  email: string;
  letter: string;
  resume: RealFile;
}

let candidates = 0;
const aCandidate = (name: string, resume: string): Candidate => ({
  name,
  email: `candidate-${(candidates += 1)}@example.org`,
  letter: 'I have baked bread since I was nine. Je parle français et 日本語も少し話します。Спасибо!',
  resume: realResume(resume),
});

const choose = (field: Locator, { fileName, mediaType, bytes }: RealFile) =>
  field.setInputFiles({ name: fileName, mimeType: mediaType, buffer: bytes });

/** Opens the posting, follows its button, and fills in the form. */
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
  await page.getByLabel(labels.email).fill(email);
  await page.getByLabel(labels.coverLetter).fill(letter);
  await choose(page.getByLabel(labels.resume), resume);
  await page.getByRole('checkbox').check();
}

const send = ({ page }: Reader, language: Language) =>
  page.getByRole('button', { name: applyWords[language].send }).click();

/** Opens the outbox until the candidate's mail is in it, opens the mail, and downloads its attachment. */
async function downloadFromOutbox({ page, open }: Reader, { email, resume }: Candidate): Promise<Buffer> {
  const mail = page
    .getByRole('listitem')
    .filter({ hasText: `<${email}> to jobs@example.com` })
    .getByRole('link');
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
  expect(await reader.page.locator('main').textContent()).toContain('jobs@example.com');
  await reader.page.getByRole('link', { name: 'As HTML' }).click();
  const pageText = await reader.page.locator('body').textContent();
  for (const text of [candidate.name, candidate.email, candidate.letter]) expect(pageText).toContain(text);
}

/** The applications of a candidate. */
const receivedFrom = async (email: string) => {
  const { body } = await acme.get('/applications');
  return body.data.filter((application: { email: string }) => application.email === email);
};

/** The selector of the first field of a question. */
const answerTo = (id: keyof typeof answersToAll) => `[id="answer.${id}"]`;

test.each([
  ['phone', 'en', 'en-CA', true],
  ['desktop', 'fr', 'fr-CA', false],
] as const)(
  'a keyboard is enough to answer questions and to withdraw, and wrong answers lose no input: on a %s, in %s (%s), scripts: %s',
  async (size, language, locale, hasScripts) => {
    const posted = await acme.post('/jobs', aJob({ status: 'active', questions: questionOfEachType }));
    const candidate = aCandidate('Ngũgĩ wa Thiong’o', 'chromium.pdf');
    await using reader = await newReader(browser, origin, { size, locale, hasScripts });
    const { page } = reader;
    const type = async (selector: string, ...keys: string[]) => {
      await reader.tabTo(selector, 9);
      for (const key of keys) await page.keyboard.press(key);
    };
    const write = async (selector: string, text: string) => {
      await type(selector, 'ControlOrMeta+a');
      await page.keyboard.type(text);
    };
    const look = async () => {
      // Axe is a script.
      if (hasScripts) expect(await reader.barriers()).toEqual([]);
      expect(await reader.faults()).toEqual([]);
    };

    await reader.open(`/jobs/${posted.body.id}/apply`);
    await look();
    await write('#name', candidate.name);
    await write('#email', candidate.email);
    await type('#resume');
    await write('#coverLetter', candidate.letter);
    await write(answerTo('shop'), answersToAll.shop);
    await write(answerTo('why'), answersToAll.why);
    await type(answerTo('licence'), 'ArrowDown');
    await type(answerTo('shift'), 'Space');
    // Leaves the question about bread empty, and enters more years than are valid.
    await write(answerTo('years'), '1e16');
    // Year, month and day, in the order in which the browser asks for them.
    await type(answerTo('start'), 'ArrowUp', 'Tab', 'ArrowUp', 'Tab', 'ArrowUp');
    const start = await page.locator(answerTo('start')).inputValue();
    expect(start).toMatch(/^\d{4}-\d\d-\d\d$/);
    await type('#consent', 'Space');
    await type('button', 'Enter');

    const summary = page.getByRole('alert');
    await summary.waitFor();
    const { unanswered, rules } = questionWords[language];
    for (const said of [unanswered('Which breads?'), rules.number])
      expect(await summary.textContent()).toContain(said);
    await look();
    await type('a[href="#answer.breads"]', 'Enter', 'Space', 'Tab', 'Space');
    await write(answerTo('years'), '12');
    await type('#consent');
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(3);
    await type('button', 'Enter');

    await page.getByRole('heading', { name: applicationWords[language].received }).waitFor();
    await look();
    const mainText = await page.locator('main').textContent();
    for (const { text } of questionOfEachType) expect(mainText).toContain(text);
    const answers = toJsonAnswers({ ...answersToAll, years: 12, start });
    expect(await receivedFrom(candidate.email)).toMatchObject([
      {
        name: candidate.name,
        coverLetter: candidate.letter,
        answers: answers.map(({ question, value }) => ({ question: { id: question }, value })),
        language,
      },
    ]);

    const { withdraw, withdrawn } = applicationWords[language];
    await page.getByRole('link', { name: withdraw }).press('Enter');
    await page.getByRole('button', { name: withdraw }).press('Enter');
    await page.getByRole('heading', { name: withdrawn }).waitFor();
    await look();
    expect(await receivedFrom(candidate.email)).toEqual([]);
  },
);

test('the pages keep the language that a candidate chooses by keyboard until the application is received', async () => {
  await using reader = await newReader(browser, origin, { size: 'phone', hasScripts: false });
  const { page } = reader;
  const candidate = aCandidate('Aoife Ní Dhálaigh', 'chromium.pdf');
  await reader.open(postingPath);
  await reader.tabTo('nav a', 2);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: words.fr.apply, exact: true }).waitFor();
  await fillIn(reader, candidate, 'fr', new URL(page.url()).pathname + new URL(page.url()).search);
  await delay(TYPING_MILLIS);
  await page.getByRole('checkbox').uncheck();
  await send(reader, 'fr');
  await page.getByRole('alert').waitFor();
  expect(await page.locator('nav a').count()).toBe(1);
  await choose(page.getByLabel(applyWords.fr.labels.resume), candidate.resume);
  await page.getByRole('checkbox').check();
  await send(reader, 'fr');
  await page.getByRole('heading', { name: applicationWords.fr.received }).waitFor();
  const { pathname, search } = new URL(page.url());
  await expectInOutbox(reader, candidate);
  await reader.open(`${pathname}${search}`);
  await page.getByRole('link', { name: words.en.ownName }).click();
  await page.getByRole('heading', { name: applicationWords.en.received }).waitFor();
});

test('typed text is still in the form after a switch to the other language, and in no later form', async () => {
  await using reader = await newReader(browser, origin, { size: 'phone' });
  const { page } = reader;
  const candidate = aCandidate('Aoife Ní Dhálaigh', 'chromium.pdf');
  await fillIn(reader, candidate, 'en');
  const name = page.getByLabel(applyWords.fr.labels.name);
  await page.getByRole('link', { name: words.fr.ownName }).click();
  await page.getByRole('button', { name: applyWords.fr.send }).waitFor();
  expect(await name.inputValue()).toBe(candidate.name);
  expect(await page.getByLabel(applyWords.fr.labels.coverLetter).inputValue()).toBe(candidate.letter);
  expect(await page.getByRole('checkbox').isChecked()).toBe(true);
  await page.reload();
  expect(await name.inputValue()).toBe('');
});

test('the form shows the error about a file until another file is chosen, and keeps the new file after a rejection', async () => {
  await using reader = await newReader(browser, origin, { size: 'phone' });
  const { page } = reader;
  const candidate = aCandidate('Áine Ní Mháille', 'chromium.pdf');
  const { labels, problems, uploadStates } = applyWords.en;
  const fake = { fileName: 'resume.pdf', mediaType: 'application/pdf', bytes: Buffer.from('No PDF') };
  await fillIn(reader, { ...candidate, resume: fake }, 'en');
  await page.getByText(uploadStates.uploaded).waitFor();
  await send(reader, 'en');
  const said = page.locator(`#${applyIds.error}`);
  await said.waitFor();
  await choose(page.getByLabel(labels.resume), candidate.resume);
  await said.waitFor({ state: 'detached' });
  expect(await page.getByLabel(labels.resume).getAttribute('aria-invalid')).toBeNull();
  await page.getByRole('checkbox').uncheck();
  await page.evaluate(`document.forms[0].noValidate = true`);
  await send(reader, 'en');
  await page.getByRole('alert').filter({ hasText: problems.consent.other }).waitFor();
  expect(await page.locator(`#${applyIds.upload}`).textContent()).toContain(
    `${uploadStates.uploaded} ${candidate.resume.fileName}`,
  );
  await page.getByRole('checkbox').check();
  await send(reader, 'en');
  await page.getByRole('heading', { name: applicationWords.en.received }).waitFor();
  expect(await receivedFrom(candidate.email)).toMatchObject([
    { resume: { fileName: candidate.resume.fileName } },
  ]);
});

test('a file that is too large causes an error at its field, and nothing is sent until a smaller file is chosen', async () => {
  await using reader = await newReader(browser, origin, { size: 'phone', locale: 'fr-CA' });
  const { page } = reader;
  const methods: string[] = [];
  page.on('request', (request) => methods.push(request.method()));
  const candidate = aCandidate('Máire Ní Bhriain', 'chromium.pdf');
  const { labels, uploadProblems } = applyWords.fr;
  const large = { ...candidate.resume, bytes: Buffer.alloc(UPLOAD_MAX_BYTES + 1, 'a') };
  await fillIn(reader, { ...candidate, resume: large }, 'fr');
  const message = page.locator(`#${applyIds.problem}`);
  const tooLarge = uploadProblems.file_too_large;
  expect([applyWords.en.uploadProblems.file_too_large, tooLarge]).toEqual([
    expect.stringContaining('9.5 MB'),
    expect.stringMatching(/9,5\sMo/),
  ]);
  expect([await message.getAttribute('aria-live'), await message.textContent()]).toEqual([
    'assertive',
    tooLarge,
  ]);
  const field = page.getByLabel(labels.resume);
  expect(await field.getAttribute('aria-describedby')).toContain(applyIds.problem);
  expect(await reader.barriers()).toEqual([]);

  await send(reader, 'fr');
  expect(await page.evaluate<boolean>(`document.activeElement.id === 'resume'`)).toBe(true);
  expect(methods).not.toContain('POST');
  expect(await page.getByLabel(labels.name).inputValue()).toBe(candidate.name);
  expect(await page.getByLabel(labels.coverLetter).inputValue()).toBe(candidate.letter);

  await choose(field, candidate.resume);
  expect([await message.textContent(), await field.getAttribute('aria-invalid')]).toEqual(['', null]);
  await send(reader, 'fr');
  await page.getByRole('heading', { name: applicationWords.fr.received }).waitFor();
  expect(await reader.faults()).toEqual([]);
});

test('a scan of 9 MB is uploaded from a phone with its progress shown', async () => {
  await using reader = await newReader(browser, origin, { size: 'phone' });
  const { page } = reader;
  const candidate = aCandidate('Ana Žižek', 'chromium.pdf');
  const scan = { fileName: 'مسح 1.pdf', mediaType: 'application/pdf', bytes: pdfOfSize(9_000_000) };
  // Simulates a slow upload that continues when the test resolves this.
  const line = Promise.withResolvers<void>();
  await page.route('**/files/uploads/*', async (route) => {
    await line.promise;
    await route.continue();
  });
  await fillIn(reader, { ...candidate, resume: scan }, 'en');
  const { uploadStates, remove } = applyWords.en;
  const upload = page.locator(`#${applyIds.upload}`);
  await upload.getByRole('progressbar').waitFor();
  expect(await upload.textContent()).toContain(`${uploadStates.uploading} ${scan.fileName}`);
  await upload.getByRole('button', { name: remove }).waitFor();
  expect(await reader.barriers()).toEqual([]);
  await send(reader, 'en');
  expect(await upload.textContent()).toContain(uploadStates.waiting);
  line.resolve();
  await page.getByRole('heading', { name: applicationWords.en.received }).waitFor();
  expect(await receivedFrom(candidate.email)).toMatchObject([
    { resume: { fileName: scan.fileName, size: scan.bytes.length } },
  ]);
  expect(await reader.faults()).toEqual([]);
});

test('an interrupted upload causes an error and can be retried, and the form keeps all typed text', async () => {
  await using reader = await newReader(browser, origin, { size: 'phone' });
  const { page } = reader;
  const candidate = aCandidate('Bjørn Åse', 'chromium.pdf');
  const { labels, uploadProblems, uploadStates, retry } = applyWords.en;
  let broken = 0;
  await page.route('**/files/uploads/*', (route) => ((broken += 1) === 1 ? route.abort() : route.continue()));
  await fillIn(reader, { ...candidate, resume: { ...candidate.resume, bytes: pdfOfSize(5_000_000) } }, 'en');
  await page.getByText(uploadProblems.failed).waitFor();
  expect(await page.getByLabel(labels.coverLetter).inputValue()).toBe(candidate.letter);
  await page.getByRole('button', { name: retry }).click();
  await page.getByText(uploadStates.uploaded).waitFor();
  await send(reader, 'en');
  await page.getByRole('heading', { name: applicationWords.en.received }).waitFor();
  expect(await receivedFrom(candidate.email)).toMatchObject([{ resume: { size: 5_000_000 } }]);
});

test('a file whose upload fails is sent with the form if it is small enough, and the outbox has the mail', async () => {
  await using reader = await newReader(browser, origin, { size: 'phone' });
  const candidate = aCandidate('Łucja Wójcik', 'chromium.pdf');
  await reader.page.route('**/files', (route) => route.abort());
  await fillIn(reader, candidate, 'en');
  await delay(TYPING_MILLIS);
  await send(reader, 'en');
  await reader.page.getByRole('heading', { name: applicationWords.en.received }).waitFor();
  expect(await receivedFrom(candidate.email)).toMatchObject([
    { resume: { size: candidate.resume.bytes.length } },
  ]);
  await expectInOutbox(reader, candidate);
  await reader.page.goBack();
  expect([await reader.barriers(), await reader.faults()]).toEqual([[], []]);
  await reader.page.getByRole('link', { name: 'Outbox' }).click();
  expect([await reader.barriers(), await reader.faults()]).toEqual([[], []]);
});
