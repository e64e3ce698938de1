import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { applicationWords } from '../../pages/public/application-words.ts';
import { applyWords } from '../../pages/public/apply-words.ts';
import { searchWords } from '../../pages/public/search-words.ts';
import { words } from '../../pages/public/words.ts';
import { aJob } from '../setup/a-job.ts';
import { realLogo } from '../setup/logos.ts';
import { startMailServer } from '../setup/mail-servers.ts';
import { mailTo } from './mail-to.ts';
import { newReader } from './reader.ts';
import { startWithBrowser } from './start.ts';
import { pdfOfSize } from '../setup/an-application.ts';
import { socialCard } from '../setup/public-pages.ts';

/** The service holds an application whose form was sent faster than a person types. */
const TYPING_MILLIS = 3_000;

const CANDIDATE = 'anna.berg@example.org';
const RECRUITER = 'jobs@ovenworks.example';

const mailServer = await startMailServer();
afterAll(mailServer.close);
const { browser, origin, acme } = await startWithBrowser({ environment: { SMTP_URL: mailServer.url } });

test('a candidate on a phone finds a job, shares it, applies with a scan, loses the link, finds it in the mail and withdraws; the recruiter opens the mail and answers', async () => {
  const { bytes: logo, mediaType } = realLogo('chromium.png');
  await acme.put('/employer/logo', logo, { 'content-type': mediaType });
  await acme.put('/employer', { website: 'https://ovenworks.example/' });
  await acme.post('/jobs', aJob({ title: 'Office manager', status: 'active' }));
  const posted = await acme.post(
    '/jobs',
    aJob({
      title: 'Head baker',
      referenceId: 'REQ-7',
      status: 'active',
      locations: [{ description: 'Montréal, QC' }],
      applicationEmail: RECRUITER,
    }),
  );
  const {
    postingUrl,
    employer: { id: employerId },
  } = posted.body;

  // The candidate follows a link from the employer's page to the job.
  await using phone = await newReader(browser, origin, { size: 'phone' });
  const { page } = phone;
  await phone.open(`/employers/${employerId}`);
  await page.getByLabel(searchWords.en.q).fill('baker montreal');
  await page.keyboard.press('Enter');
  await page.getByText(searchWords.en.found(1)).waitFor();
  await page.getByRole('link', { name: 'Head baker' }).click();
  await page.getByRole('heading', { name: 'Head baker' }).waitFor();

  // The link has a preview.
  expect(page.url()).toBe(postingUrl);
  const card = socialCard(await (await fetch(page.url())).text());
  expect(card['og:title']).toContain('Head baker');
  const image = await fetch(card['og:image'] ?? '');
  expect(Buffer.from(await image.arrayBuffer()).equals(logo)).toBe(true);

  // Applies with a scan of 9 MB.
  const scan = { name: 'Scan 1.pdf', mimeType: 'application/pdf', buffer: pdfOfSize(9_000_000) };
  const { labels, uploadStates, send } = applyWords.en;
  await page.getByRole('link', { name: words.en.apply, exact: true }).click();
  await page.getByLabel(labels.name).fill('Anna Berg');
  const typed = delay(TYPING_MILLIS);
  await page.getByLabel(labels.email).fill(CANDIDATE);
  await page.getByLabel(labels.resume).setInputFiles(scan);
  await page.getByText(uploadStates.uploaded).waitFor();
  await page.getByRole('checkbox').check();
  await typed;
  await page.getByRole('button', { name: send }).click();
  await page.getByRole('heading', { name: applicationWords.en.received }).waitFor();
  expect(await phone.faults()).toEqual([]);

  // The recruiter sees the candidate and the job in the mail, opens the file, and answers.
  const mail = await mailTo(mailServer, RECRUITER, 'Anna Berg: Head baker (REQ-7)');
  expect(mail.from?.name).toMatch(/^Anna Berg via /);
  const [attachment] = mail.attachments;
  expect(attachment?.filename).toBe(scan.name);
  expect(scan.buffer.equals(Buffer.from(attachment?.content as ArrayBuffer))).toBe(true);
  await using desk = await newReader(browser, origin, { size: 'desktop', hasScripts: false });
  await desk.page.setContent(mail.html ?? '');
  await desk.page.getByRole('heading', { name: 'Anna Berg' }).waitFor();
  const pageText = await desk.page.locator('body').textContent();
  for (const said of ['Head baker (REQ-7)', 'Montréal, QC']) expect(pageText).toContain(said);
  await desk.page.getByRole('link', { name: 'View the posting' }).click();
  await desk.page.getByRole('heading', { name: 'Head baker' }).waitFor();
  expect(await desk.faults()).toEqual([]);
  const [replyTo] = mail.replyTo ?? [];
  const mailProgram = createTransport(mailServer.url);
  await mailProgram.sendMail({
    from: RECRUITER,
    to: replyTo?.address,
    subject: `Re: ${mail.subject}`,
    text: 'Can you come on Monday?',
  });
  expect((await mailTo(mailServer, CANDIDATE, 'Re: Anna Berg')).text).toContain('Monday');

  // The candidate finds the lost link in the mail.
  const confirmation = await mailTo(mailServer, CANDIDATE, 'We have your application');
  await using other = await newReader(browser, origin, { size: 'phone' });
  await other.page.setContent(confirmation.html ?? '');
  await other.page.getByRole('link', { name: 'View your application' }).click();
  await other.page.getByText(scan.name).waitFor();
  await other.page.getByRole('link', { name: applicationWords.en.withdraw }).click();
  await other.page.getByRole('button', { name: applicationWords.en.withdraw }).click();
  await other.page.getByRole('heading', { name: applicationWords.en.withdrawn }).waitFor();
  expect((await acme.get('/applications')).body.data).toEqual([]);
});
