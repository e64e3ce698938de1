import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { hashCandidate } from '../../../../functions/applications/application/application-index.ts';
import { checkAnswers } from '../../../../functions/applications/intake/answers.ts';
import { signingKey } from '../../../../functions/platform/crypto/signing-key.ts';
import { Html, plainText } from '../../../../pages/html.ts';
import {
  anApplication,
  applicationPages,
  apply,
  applyForm,
  sendForm,
  toFormAnswers,
  toJsonAnswers,
  answersToAll,
  questionOfEachType,
  type Answers,
} from '../../../setup/an-application.ts';
import { applicationsInTable } from '../../../setup/applications-in-table.ts';
import { errorPointers } from '../../../setup/http-client.ts';
import { sharedService } from '../../../setup/shared-service.ts';

const service = sharedService();
const { createMany } = applicationsInTable(service.db);

const jobAsking = async (questions: readonly unknown[], fields: object = {}) => {
  const { acme, job } = await service.employerWithJob({ status: 'active', questions, ...fields });
  const form = `${service.origin}/jobs/${job.id}/apply`;
  return { acme, id: job.id as number, form, path: `/jobs/${job.id}` };
};

const answersOf = async ({ get }: Awaited<ReturnType<typeof jobAsking>>['acme']) =>
  (await get('/applications')).body.data.map(({ answers }: { answers: unknown }) => answers);

const valuesOf = (answers: { value: unknown }[]) => answers.map(({ value }) => value);

/** Fills in the application form with answers. */
const formWith = (answers: Answers, digest = '') => {
  const form = applyForm({ questions: digest });
  for (const [name, text] of toFormAnswers(answers)) form.append(name, text);
  return form;
};

const digestIn = (page: string) => /name="questions"\s+value="([0-9a-f]+)"/.exec(page)?.[1];

/** Reads a form for its digest of the questions, and sends it with answers, as a browser does. */
async function submit(form: string, answers: Answers, digest?: string, email?: string) {
  const formDigest = digest ?? digestIn(await (await fetch(form)).text());
  const body = formWith(answers, formDigest);
  if (email !== undefined) body.set('email', email);
  return sendForm(form, body);
}

const storedAnswers = questionOfEachType.map(({ id, text, type }) => ({
  question: { id, text, type },
  value: answersToAll[id],
}));

const formQuestions = questionOfEachType.map((question) => {
  const options = [...question.options];
  return { ...question, options, labels: options, wordings: [['Seigle']], language: undefined };
});

/** A job with a question of every type, to which the tests send only applications that are refused. */
const refusing = await jobAsking(questionOfEachType);

/** Two questions in English and in French, and the same answers to them. */
const bakeryQuestions = [
  { id: 'shift', text: 'Which shift?', type: 'choice', options: ['Early', 'Late'] },
  { id: 'breads', text: 'Which breads?', type: 'choices', options: ['Rye', 'Corn'] },
];
const frenchQuestions = [
  { id: 'shift', text: 'Quel quart ?', options: ['Tôt', 'Tard'] },
  { id: 'breads', text: 'Quels pains ?', options: ['Seigle', 'Maïs'] },
];
const translations = { fr: { title: 'Boulangère', description: 'Pain', questions: frenchQuestions } };
const english = { shift: 'Early', breads: ['Rye', 'Corn'] };
const french = { shift: 'Tôt', breads: ['Seigle', 'Maïs'] };

describe('answers to questions of every type', () => {
  test('are stored with the questions of that time, as JSON, as form data, by the form, with line breaks of Word and names with []', async () => {
    const { acme, id, form, path } = await jobAsking(questionOfEachType);
    const withVerticalTab = { ...answersToAll, why: answersToAll.why.replace('\n', '\v') };
    const answers = toJsonAnswers(withVerticalTab).toReversed();
    const json = await apply(service.anyone, id, { answers, email: 'json@example.org' });
    expect(json.status).toBe(201);
    const address = `${service.origin}/api/v1.1/public/jobs/${id}/applications`;
    for (const end of ['', '[]']) {
      const body = applyForm({ email: `data${end.length}@example.org` });
      for (const [name, text] of toFormAnswers(answersToAll)) body.append(`${name}${end}`, text);
      // The hidden field of a checkbox.
      if (end) body.append('consent', 'false');
      expect((await fetch(address, { method: 'POST', body })).status).toBe(201);
    }
    expect((await submit(form, answersToAll)).status).toBe(303);
    await acme.put(path, { questions: [] });
    expect(await answersOf(acme)).toEqual(Array(4).fill(storedAnswers));
  });

  test.each([
    ['en', english],
    ['fr', french],
  ])(
    'are accepted in either wording by every door, and stored in that of the candidate’s language: %s',
    async (language, stored) => {
      const { acme, id, form } = await jobAsking(bakeryQuestions, { language: 'en', translations });
      const headers = { 'accept-language': language };
      for (const [index, answers] of [english, french].entries()) {
        const email = `${index}@example.org`;
        const json = { answers: toJsonAnswers(answers), email };
        expect((await apply(service.anyone, id, { ...json, name: 'Json' }, headers)).status).toBe(201);
        expect((await submit(`${form}?lang=${language}`, answers, undefined, email)).status).toBe(303);
        const imported = { ...json, name: 'Zoë', coverLetter: 'Hello' };
        expect((await acme.post(`/jobs/${id}/applications`, imported, headers)).status).toBe(201);
      }
      const values = (await answersOf(acme)).map(valuesOf);
      const [ofForms, ofImport] = [Object.values(stored), Object.values(english)];
      expect(values).toEqual([ofForms, ofForms, ofImport, ofForms, ofForms, ofImport]);
    },
  );

  test('are asked in French only on the form in French', async () => {
    const { form } = await jobAsking(bakeryQuestions, { language: 'en', translations });
    const page = await (await fetch(`${form}?lang=fr`)).text();
    for (const words of ['Quel quart ?', 'Tôt', 'Tard', 'Quels pains ?', 'Seigle', 'Maïs'])
      expect(page).toContain(`<bdi lang="fr">${words}</bdi>`);
    for (const words of ['Which', '>Early<', '>Late<']) expect(page).not.toContain(words);
  });

  test('are empty when an optional question is left blank', async () => {
    const questions = questionOfEachType.map((question) => ({ ...question, required: false }));
    const { acme, id, form } = await jobAsking(questions);
    const empty = Object.fromEntries(questionOfEachType.map((question) => [question.id, '']));
    const answers = toJsonAnswers({ ...empty, why: ' \u200B', years: null, breads: [] });
    expect((await apply(service.anyone, id, { answers })).status).toBe(201);
    expect((await submit(form, empty)).status).toBe(303);
    expect(await answersOf(acme)).toEqual([[], []]);
  });

  test.each([
    ['shop', 'two\nlines', 'malformed'],
    ['shop', 'x'.repeat(256), 'too_long'],
    ['shop', ['a', 'b'], 'wrong_type'],
    ['why', 'x'.repeat(5_001), 'too_long'],
    ['why', 'a\u0000b', 'malformed'],
    ['licence', 'maybe', 'wrong_type'],
    ['shift', 'Day', 'not_allowed'],
    ['shift', ['Nuit'], 'wrong_type'],
    ['breads', 'Rye', 'wrong_type'],
    ['breads', ['Rye', 'Corn'], 'not_allowed'],
    ['breads', ['Rye', 'Rye'], 'repeated'],
    ['years', '3', 'wrong_type'],
    ['years', 1e300, 'malformed'],
    ['years', 0.00001, 'malformed'],
    ['years', -6, 'malformed'],
    ['start', '2031-02-30', 'malformed'],
    ['start', '1900-01-01', 'malformed'],
  ])('are invalid, and the valid ones remain: %s %j', (id, value, code) => {
    const answers = toJsonAnswers({ ...answersToAll, [id]: value }) as Parameters<typeof checkAnswers>[1];
    const { violations, missing } = checkAnswers(formQuestions, answers);
    const pointer = `/answers/${Object.keys(answersToAll).indexOf(id)}/value`;
    expect([violations, missing]).toEqual([[{ pointer, code, message: expect.any(String) }], []]);
  });

  test('are refused when they are invalid: as JSON each at its pointer, and by the form each at its field', async () => {
    const { acme, id, form } = refusing;
    const ids = questionOfEachType.map((question) => question.id);
    const texts = {
      shop: 'a\nb',
      why: 'a\u0000',
      licence: 'maybe',
      shift: 'Day',
      breads: 'Corn',
      years: '1e300',
    };
    const invalid = { ...texts, start: '2031-02-30' };
    const json = { ...invalid, breads: ['Rye', 7], start: { year: 2031 } };
    const reply = await apply(service.anyone, id, { answers: toJsonAnswers(json) });
    const pointers = errorPointers(reply).map((pointer) => pointer.split('/').slice(0, 4).join('/'));
    const expected = ids.map((_, index) => `/answers/${index}/value`);
    expect([reply.status, new Set(pointers)]).toEqual([400, new Set(expected)]);
    const page = await submit(form, invalid);
    const marks = (pattern: RegExp) => Array.from(page.text.matchAll(pattern), ([, field]) => field);
    const fields = ids.map((each) => `answer.${each}`);
    expect([page.status, marks(/id="(answer[^"]*)-error"/g)]).toEqual([400, fields]);
    expect(marks(/href="#(answer[^"]*)"/g)).toEqual(fields);
    expect(await answersOf(acme)).toEqual([]);
  });

  test('are labelled in the language of each question, and their errors are in the order of the fields', async () => {
    const { form } = refusing;
    const text = await (await fetch(`${form}?lang=en`)).text();
    expect(text).toContain('<bdi lang="fr">Avez-vous un permis de conduire\u00A0?</bdi>');
    expect(text).toMatch(/<bdi( lang="en")?>Where have you baked\?<\/bdi>/);
    const body = applyForm({ name: '', consent: undefined, questions: digestIn(text) });
    const secondPage = await (await fetch(`${form}?lang=en`, { method: 'POST', body })).text();
    const links = [...secondPage.matchAll(/<a href="#([^"]+)">/g)].map(([, field]) => field);
    expect(links).toEqual(['name', ...questionOfEachType.map(({ id }) => `answer.${id}`), 'consent']);
  });

  test('are refused when the question is unknown, has two answers, or is required and has none', async () => {
    const { id, form } = refusing;
    const { shop: _, ...others } = answersToAll;
    const answers = [
      ...toJsonAnswers({ ...others, gone: 'Yes' }),
      { question: 'years', value: 3 },
      { question: 'a b', value: 1 },
    ];
    const { body } = await apply(service.anyone, id, { answers });
    expect(body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code])).toEqual([
      ['/answers/6/question', 'question_unknown'],
      ['/answers/7/question', 'repeated'],
      ['/answers/8/question', 'question_unknown'],
      ['/answers', 'required'],
    ]);
    const { status, text } = await submit(form, { ...answersToAll, gone: 'A long story' });
    expect([status, text.includes('The questions of this job have changed.')]).toEqual([400, true]);
    expect(text).toMatch(/not asked for any more:[^]*A long story/);
  });
});

const textFields = ['name', 'email', 'telephone', 'coverLetter', 'consent'];

test('a file sent in a text field is a 400 with the error at the text field', async () => {
  const { acme, id, form } = refusing;
  const names = [...textFields, ...questionOfEachType.map((question) => `answer.${question.id}`)];
  const body = new FormData();
  body.set('resume', new File([Buffer.from(anApplication().resume.content, 'base64')], 'a.pdf'));
  for (const name of names) body.set(name, new File(['%PDF-1.4'], '3'));
  const address = `${service.origin}/api/v1.1/public/jobs/${id}/applications`;
  const { errors } = JSON.parse((await sendForm(address, body)).text);
  expect(errors.map(({ code }: { code: string }) => code)).toEqual(names.map(() => 'wrong_type'));
  body.set('questions', digestIn(await (await fetch(form)).text()) ?? '');
  const page = await sendForm(form, body);
  const marked = Array.from(page.text.matchAll(/id="([^"]*)-error"/g), ([, field]) => field);
  expect([page.status, new Set(marked)]).toEqual([400, new Set(names)]);
  expect(await answersOf(acme)).toEqual([]);
});

describe('a form whose questions change while a candidate types', () => {
  const [shop, why] = questionOfEachType;
  const answers = { shop: 'At "home"', why: 'It smells.' };

  test.each([
    ['another text', [{ ...shop, text: 'Where do you bake?' }, why], answers],
    ['no question at all', [], {}],
  ])(
    'is shown again with the typed answers, and accepted when it is sent again: %s',
    async (_, questions, then) => {
      const { acme, form, path } = await jobAsking([shop, why]);
      const digest = digestIn(await (await fetch(form)).text());
      await acme.put(path, { questions });
      const { status, text } = await submit(form, answers, digest);
      expect([status, text.includes('The questions of this job have changed.')]).toEqual([400, true]);
      for (const typed of ['At &quot;home&quot;', 'It smells.']) expect(text).toContain(typed);
      expect(digestIn(text)).not.toBe(digest);
      expect((await submit(form, then, digestIn(text) ?? '')).status).toBe(303);
      expect((await answersOf(acme))[0]).toHaveLength(Object.keys(then).length);
    },
  );

  test('is accepted when the only change is whether an answer is required', async () => {
    const { acme, form, path } = await jobAsking([shop, why]);
    const digest = digestIn(await (await fetch(form)).text());
    await acme.put(path, { questions: [shop, { ...why, required: false }] });
    expect((await submit(form, { shop: 'Here' }, digest)).status).toBe(303);
  });
});

/** Creates twenty questions with the given type and options. */
const twenty = (fields: object) =>
  Array.from({ length: 20 }, (_, index) => ({ id: `q${index}`, text: `Question ${index}?`, ...fields }));

describe('the limits of answers', () => {
  const longest = 'é'.repeat(5_000);
  const options = Array.from({ length: 50 }, (_, index) =>
    `${index} ${'I have worked with bread of this kind before, '.repeat(5)}`.slice(0, 199).concat('.'),
  );
  const all = Object.fromEntries(twenty({}).map(({ id }) => [id, options]));

  test('allow 50 ticked options in each of 20 questions, and keep the page below 100 kB', async () => {
    const { acme, id, form } = await jobAsking(twenty({ type: 'choices', options }));
    const page = await (await fetch(form)).text();
    expect(gzipSync(page).length).toBeLessThan(100_000);
    expect((await submit(form, all, digestIn(page))).status).toBe(303);
    const json = await apply(service.anyone, id, { answers: toJsonAnswers(all), email: 'json@example.org' });
    expect(json.status).toBe(201);
    const [imported, second] = await answersOf(acme);
    expect(imported).toHaveLength(20);
    expect(second).toEqual(imported);
  });

  test('refuse more than 200,000 bytes of UTF-8 in total, as JSON and as form data', async () => {
    const { acme, id, form } = await jobAsking(twenty({ type: 'longText' }));
    const long = Object.fromEntries(twenty({}).map((question) => [question.id, longest]));
    expect((await submit(form, long)).status).toBe(303);
    const longer = { ...long, q7: `${'é'.repeat(4_999)}漢` };
    const json = await apply(service.anyone, id, { answers: toJsonAnswers(longer) });
    expect(json.body.code).toBe('content_too_large');
    expect((await submit(form, longer)).status).toBe(413);
    expect(await answersOf(acme)).toHaveLength(1);
  });

  test('keep each page of a list of applications below 4 MB', async () => {
    const { acme, job } = await service.employerWithJob();
    const email = 'zoe@example.org';
    const candidateHash = hashCandidate(await signingKey(service.db), email);
    const questions = questionOfEachType.map(({ id, text }) => ({ id, text, type: 'longText' as const }));
    const answers = [1, 2, 3].flatMap(() => questions.map((question) => ({ question, value: longest })));
    const ids = await createMany(acme.employer, 22, (number) => ({
      job,
      fields: { email, candidateHash, ...(number === 0 && { answers }) },
    }));
    for (const list of [`/jobs/${job.id}/applications`, '/applications', `/applications?email=${email}`]) {
      const pages = await applicationPages(acme, list);
      expect(pages.length).toBeGreaterThan(1);
      for (const { text } of pages) expect(Buffer.byteLength(text)).toBeLessThan(4_000_000);
      const listed = pages.flatMap(({ body }) => body.data);
      expect(listed.map(({ id }) => id)).toEqual(ids);
      expect(listed.at(-1).answers).toEqual(answers);
    }
  });
});

test('the candidate’s page shows the answers of the application', async () => {
  const { form } = await jobAsking(questionOfEachType);
  const { headers } = await submit(form, answersToAll);
  const text = plainText(new Html(await (await fetch(headers.get('location') ?? '')).text()));
  for (const sentence of [
    'What you sent Telephone +1 514 555 0187',
    'Why bread? It smells. It feeds.',
    'Avez-vous un permis de conduire ? No',
    'Which breads? Rye <Spelt>',
    'How many years? 2.5',
    'When can you start? May 30, 2031',
    'Cover letter I have baked bread since I was nine. Sincerely, Zoé',
  ]) {
    expect(text).toContain(sentence);
  }
});
