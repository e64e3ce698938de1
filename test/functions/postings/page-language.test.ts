import { expect, test } from '@jest/globals';
import { Parser } from 'htmlparser2';
import { applicationWords } from '../../../pages/public/application-words.ts';
import { applyWords } from '../../../pages/public/apply-words.ts';
import { questionWords } from '../../../pages/public/question-words.ts';
import { words } from '../../../pages/public/words.ts';
import { applyForm, sendForm } from '../../setup/an-application.ts';
import { recruitingPages } from '../../setup/recruiting-page.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { aJob } from '../../setup/a-job.ts';
import { hebrew, findHebrew } from '../../setup/hebrew.ts';

const service = sharedService();
const { linkTo } = recruitingPages(service);

/** Each text of the employer names a quill in English and a plume in French. */
const english = {
  title: 'Writer with a quill',
  description: '<p>You write with the quill that we give you.</p><ul><li>Your own quill</li></ul>',
  benefits: ['You have a quill of your own', 'And a second quill'],
  about: '<p>We have made the quill for you since 1790.</p>',
  accommodation: 'Write to us if the quill is not for you.',
};
const french = {
  title: 'Écrire à la plume',
  description: '<p>Vous écrivez avec la plume que nous vous donnons.</p><ul><li>Votre plume</li></ul>',
  benefits: ['Vous avez votre plume', 'Et une autre plume'],
  about: '<p>Nous faisons la plume pour vous depuis 1790.</p>',
  accommodation: 'Écrivez-nous si la plume n’est pas pour vous.',
};

const options = { en: ['The quill of you', 'The quill of us'], fr: ['La plume de vous', 'La plume de nous'] };
const types = ['shortText', 'longText', 'yesNo', 'choice', 'choices', 'number', 'date', 'shortText'];
const hasOptions = (type: string) => type.startsWith('choice');
const questionsIn = (language: 'en' | 'fr', text: string) =>
  types.map((type, index) => ({
    id: `q${index}`,
    text: `${text} ${index + 1}`,
    ...(hasOptions(type) && { options: options[language] }),
  }));
const englishQuestions = questionsIn('en', 'Do you have the quill that we need for this work?');
const frenchQuestions = questionsIn('fr', 'Avez-vous la plume dont nous avons besoin pour ce travail ?');
const questions = englishQuestions.map((question, index) => ({
  ...question,
  type: types[index],
  required: true,
}));
const values = ['Zoé', 'Zoé', 'yes', options.en[0], options.en[1], '3', '2031-05-30', 'Zoé'];

/** An English posting with all fields, and its French translation. */
async function aPosting(translated: { job?: object; profile?: object } = {}) {
  const { about, accommodation, ...texts } = english;
  const fields = { status: 'active', language: 'en', ...texts, questions, ...translated.job };
  const posting = await service.employerWithJob(fields, { name: 'Zebra' });
  await posting.acme.put('/employer', { about, accommodation, ...translated.profile });
  return posting;
}

/** All pages of a posting that a candidate and a recruiter see, in a language. */
async function pagesOf(posted: Awaited<ReturnType<typeof aPosting>>, language: string) {
  const { acme, job } = posted;
  const pageText = async (url: string, init: RequestInit = {}) =>
    (await fetch(`${url}${url.includes('?') ? '&' : '?'}lang=${language}`, init)).text();
  const form = `${job.postingUrl}/apply`;
  const empty = await pageText(form);
  const [, digest = ''] = /name="questions"\s+value="(\w+)"/.exec(empty) ?? [];
  const filled = applyForm({ questions: digest });
  for (const [index, value] of values.entries()) filled.set(`answer.q${index}`, value ?? '');
  const none = new FormData();
  none.set('questions', digest);
  const response = await sendForm(`${form}?lang=${language}`, filled);
  const candidatePage = response.headers.get('location')?.replace(/&lang=\w+$/, '') ?? '';
  const recruiting = (await linkTo(posted))?.replace(/&lang=\w+$/, '') ?? '';
  const pages = {
    list: await pageText(`${service.origin}/employers/${acme.employer.id}`),
    posting: await pageText(job.postingUrl),
    form: empty,
    'form with errors': await pageText(form, { method: 'POST', body: none }),
    received: await pageText(candidatePage),
    withdrawal: await pageText(`${candidatePage}&withdraw`),
    report: await pageText(`${job.postingUrl}/report`),
    recruiting: await pageText(recruiting),
  };
  await acme.put(`/jobs/${job.id}`, { status: 'archived' });
  return { ...pages, closed: await pageText(job.postingUrl) };
}

/** A text of a page, and the language in which a screen reader reads it. */
interface PageText {
  language: string;
  text: string;
}

const unseen = new Set(['style', 'script']);

/** The texts of a page in order: of elements, of the title, and the names of buttons and pictures. */
function pageTexts(html: string): PageText[] {
  const elements: { name: string; language: string }[] = [];
  const texts: PageText[] = [];
  const add = (text: string) => {
    const { name, language } = elements.at(-1) ?? { name: '', language: '' };
    if (text.trim() !== '' && !unseen.has(name)) texts.push({ language, text: text.trim() });
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      elements.push({ name, language: attributes['lang'] ?? elements.at(-1)?.language ?? '' });
      for (const each of ['aria-label', 'alt', 'title']) add(attributes[each] ?? '');
    },
    ontext: add,
    onclosetag: () => void elements.pop(),
  });
  parser.end(html);
  return texts;
}

const textsOf = (pages: Record<string, string>) =>
  Object.entries(pages).flatMap(([page, text]) => pageTexts(text).map((each) => ({ page, ...each })));

/** The sentences in tables of words. */
const sentencesIn = (table: unknown): string[] => {
  if (typeof table === 'string') return table.length > 11 ? [table] : [];
  return typeof table === 'object' && table !== null ? Object.values(table).flatMap(sentencesIn) : [];
};

test('a candidate applies in French for a bilingual posting and sees no English word of the service or the employer', async () => {
  const { about, accommodation, ...texts } = french;
  const posting = await aPosting({
    job: { translations: { fr: { ...texts, questions: frenchQuestions } } },
    profile: { translations: { fr: { about, accommodation } } },
  });
  const { recruiting: _, ...pages } = await pagesOf(posting, 'fr');
  const allTexts = textsOf(pages);
  expect(allTexts.filter(({ text }) => /quill/i.test(text))).toEqual([]);
  expect(allTexts.filter(({ language, text }) => language !== 'fr' && text !== 'English')).toEqual([]);
  const tables = [words.en, applyWords.en, questionWords.en, applicationWords.en];
  const sentences = tables.flatMap(sentencesIn);
  expect(sentences.length).toBeGreaterThan(80);
  const visibleText = allTexts.map(({ text }) => text).join('\n');
  expect(sentences.filter((sentence) => visibleText.includes(sentence))).toEqual([]);
  for (const each of [...Object.values(texts).flat(), about, accommodation, ...options.fr])
    expect(visibleText).toContain(each.replaceAll(/<[^>]*>.*/g, ''));
});

test.each(['fr', 'en'])(
  'WCAG 3.1.2: pages in %s declare the language of text by an employer that writes in English',
  async (shown) => {
    const texts = textsOf(await pagesOf(await aPosting(), shown));
    const matches = texts.filter(({ text }) => text.includes('quill'));
    const pages = new Set(matches.map(({ page }) => page));
    expect([...pages].toSorted()).toEqual([
      'closed',
      'form',
      'form with errors',
      'list',
      'posting',
      'received',
      'recruiting',
      'report',
      'withdrawal',
    ]);
    // The title element cannot mark the language of a part of its text.
    const wrong = matches.filter(({ language, text }) => language !== 'en' && !/\s[–:]\s/.test(text));
    expect(wrong).toEqual([]);
  },
);

test('text that users typed has its own direction and language on every public page, and words of the service have not', async () => {
  const acme = await service.newEmployer({ name: hebrew.employer });
  const description = `<p>${hebrew.description}</p>`;
  const { body: job } = await acme.post(
    '/jobs',
    aJob({ status: 'active', title: hebrew.title, description }),
  );
  const form = `${service.origin}/jobs/${job.id}/apply`;
  const typed = { name: hebrew.name, coverLetter: hebrew.letter };
  const pages = {
    posting: await fetch(`${service.origin}/jobs/${job.id}`),
    employer: await fetch(`${service.origin}/employers/${acme.employer.id}`),
    'empty form': await fetch(form),
    'form with an error': await fetch(form, { method: 'POST', body: applyForm({ ...typed, email: '' }) }),
    received: await fetch(form, { method: 'POST', body: applyForm(typed) }),
  };
  const directions: Record<string, unknown> = {};
  for (const [name, page] of Object.entries(pages)) directions[name] = findHebrew(await page.text());
  expect(directions).toEqual({
    posting: { hebrewCount: 3, violations: [] },
    employer: { hebrewCount: 2, violations: [] },
    'empty form': { hebrewCount: 3, violations: [] },
    'form with an error': { hebrewCount: 5, violations: [] },
    received: { hebrewCount: 6, violations: [] },
  });
});
