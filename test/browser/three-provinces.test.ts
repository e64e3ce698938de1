import { afterAll, expect, test } from '@jest/globals';
import { reportWords } from '../../pages/public/report-words.ts';
import { words } from '../../pages/public/words.ts';
import { aJob } from '../setup/a-job.ts';
import { startMailServer } from '../setup/mail-servers.ts';
import { structuredData } from '../setup/public-pages.ts';
import { mailTo } from './mail-to.ts';
import { newReader } from './reader.ts';
import { startWithBrowser } from './start.ts';

const OPERATOR = 'help@jobs.example';

const mailServer = await startMailServer();
afterAll(mailServer.close);
const { browser, acme, origin } = await startWithBrowser({
  environment: { SMTP_URL: mailServer.url, OPERATOR_EMAIL: OPERATOR },
});

const duties =
  '<h2>About the role</h2><p>You build the systems that plan the baking of the night and tell drivers where to go.</p><h2>What you bring</h2>';
const written = {
  en: {
    title: 'Senior Software Developer',
    description: `${duties}<p>Five years of building web services.</p>`,
  },
  fr: {
    title: 'Développeuse ou développeur principal',
    description:
      '<h2>Le poste</h2><p>Vous bâtissez les systèmes qui planifient la cuisson de la nuit et guident les livreurs.</p>',
  },
};

const tags = ['canonical', 'alternate'].map((rel) => `link[rel=${rel}]`).join();
const ADDRESSES = `[...document.querySelectorAll('${tags}')].map(({ rel, hreflang, href }) => [rel, hreflang, href])`;

test('a posting for three provinces gets the warnings of each, is correct in both languages, and can be reported', async () => {
  const typed = await acme.post(
    '/jobs',
    aJob({
      ...written.en,
      description: `${duties}<p>Five years of Canadian experience.</p>`,
      status: 'active',
      locations: ['Toronto', 'Montreal', 'Vancouver, BC'].map((description) => ({ description })),
    }),
  );
  const warnings = [
    'pay_missing; pointer="/salary"',
    'vacancy_missing; pointer="/vacancy"',
    'ai_use_missing; pointer="/usesAi"',
    'experience_canadian; pointer="/description"',
    'french_missing; pointer="/translations"',
  ];
  expect(typed.headers.get('job-warning')).toBe(warnings.join(', '));
  const { body: job, headers } = await acme.put(`/jobs/${typed.body.id}`, {
    ...written.en,
    translations: { fr: written.fr },
    salary: { amount: 96_000, maxAmount: 128_000, period: { id: 1 } },
    vacancy: 'existing',
    usesAi: false,
  });
  expect(headers.get('job-warning')).toBeNull();

  // Both language versions, which link to each other.
  const url: string = job.postingUrl;
  await using phone = await newReader(browser, origin, { size: 'phone', locale: 'fr-CA' });
  const { page } = phone;
  await phone.open(new URL(url).pathname);
  const addresses = [
    ['alternate', 'en', url],
    ['alternate', 'fr', `${url}?lang=fr`],
    ['alternate', 'x-default', url],
  ];
  for (const [language, canonical, pay] of [
    ['fr', `${url}?lang=fr`, /^96\s000\s\$ à 128\s000\s\$ par année$/],
    ['en', url, /^\$96,000 to \$128,000 a year$/],
  ] as const) {
    const { title } = written[language];
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByText(pay).first().waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    const links = await page.evaluate<string[][]>(ADDRESSES);
    expect(links.filter(([rel]) => rel === 'canonical')).toEqual([['canonical', '', canonical]]);
    expect(new Set(links.filter(([rel]) => rel === 'alternate'))).toEqual(new Set(addresses));
    expect(structuredData(await page.content())).toMatchObject({ inLanguage: language, title });
    expect(await phone.barriers()).toEqual([]);
    expect(await phone.faults()).toEqual([]);
    if (language === 'fr') await page.getByRole('link', { name: words.en.ownName }).click();
  }

  // A report about the posting.
  const { heading, reasons, labels, send, received } = reportWords.en;
  await page.getByRole('link', { name: heading }).click();
  await page.getByLabel(reasons.fraud).check();
  await page.getByLabel(labels.text).fill('They want my bank card first.');
  await page.getByRole('button', { name: send }).click();
  await page.getByRole('heading', { name: received }).waitFor();
  const mail = await mailTo(mailServer, OPERATOR, `Reported as fraud: ${written.en.title}`);
  expect(mail.text).toContain('They want my bank card first.');
  expect(mail.text).toContain(url);
  expect(await phone.faults()).toEqual([]);
});
