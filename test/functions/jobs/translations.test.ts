import { describe, expect, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import { jobsInMemory } from '../../setup/jobs-in-memory.ts';

const english = { title: 'Baker', description: '<p>You bake our bread and the cakes.</p>' };
const french = { title: 'Boulangère', description: '<p>Vous préparez le pain et les gâteaux.</p>' };

describe('a translation', () => {
  test('is replaced completely by an update, does not change with other fields, and is removed by null', async () => {
    const acme = jobsInMemory();
    const { body } = await acme.post('/jobs', aJob({ ...english, translations: { fr: french } }));
    const put = async (fields: object) => (await acme.put(`/jobs/${body.id}`, fields)).body;
    expect((await put({ title: 'Cook' })).translations).toEqual({ fr: french });
    const other = { title: 'Cuisinière', description: '<p>Vous cuisinez.</p>' };
    expect((await put({ translations: { fr: other } })).translations).toEqual({ fr: other });
    expect((await put({ ...french, translations: { en: english } })).translations).toEqual({ en: english });
    expect((await put({ translations: null })).translations).toBeNull();
  });

  test.each([
    ['only null', { en: null, fr: null }, null],
    ['null for the other language', { en: null, fr: french }, { fr: french }],
    ['empty texts, as in CSV', { en: { title: '', description: '' }, fr: french }, { fr: french }],
    ['an empty text', '', null],
  ])('is normalized: %s', async (_, translations, expected) => {
    const acme = jobsInMemory();
    const { status, body } = await acme.post('/jobs', aJob({ ...english, translations }));
    expect([status, body.translations]).toEqual([201, expected]);
  });

  test('is cleaned like the description, with a warning at its pointer', async () => {
    const acme = jobsInMemory();
    const translations = { fr: { ...french, description: '<script>x</script><h1>Pain</h1>\n<img>' } };
    const { headers, body } = await acme.post('/jobs', aJob({ ...english, translations }));
    expect(body.translations.fr.description).not.toMatch(/script|img|h1/);
    expect(headers.get('job-warning')).toContain('markup_removed; pointer="/translations/fr/description"');
  });

  test('must not be in the language of the job, and an update that sets the job to the same language is refused', async () => {
    const acme = jobsInMemory();
    const { body } = await acme.post('/jobs', aJob({ ...english, translations: { fr: french } }));
    for (const fields of [{ language: 'fr' }, french]) {
      const refused = await acme.put(`/jobs/${body.id}`, fields);
      const message =
        'translations has the other language: title and description are in French themselves. If they are not, language must say so.';
      const error = { pointer: '/translations/fr', code: 'not_allowed', message };
      expect([refused.status, refused.body.errors]).toEqual([400, [error]]);
    }
    // The job's stated language takes precedence over the detected language.
    expect((await acme.put(`/jobs/${body.id}`, { ...french, language: 'en' })).status).toBe(200);
  });

  const shift = { id: 'shift', text: 'Which shift?', type: 'choice', options: ['Day', 'Night'] };
  const quart = { id: 'shift', text: 'Quel quart de travail ?', options: ['Jour', 'Nuit'] };

  test('stores non-empty benefits and questions, and keeps them when an update changes other fields', async () => {
    const acme = jobsInMemory();
    const pourquoi = { id: 'why', text: 'Pourquoi ?' };
    const fr = { ...french, benefits: ['Pain gratuit'], questions: [quart, pourquoi] };
    const why = { id: 'why', text: 'Why us?', type: 'shortText' };
    const job = aJob({ ...english, benefits: ['Free bread'], questions: [shift, why], translations: { fr } });
    const { body } = await acme.post('/jobs', job);
    expect(body.translations).toEqual({ fr });
    const amended = await acme.put(`/jobs/${body.id}`, { title: 'Night baker' });
    expect([amended.status, amended.body.translations]).toEqual([200, { fr }]);
    expect((await acme.get(`/jobs/${body.id}`)).body.translations).toEqual({ fr });
    const empty = { ...french, benefits: [], questions: [{ ...pourquoi, options: null }] };
    const { body: emptied } = await acme.put(`/jobs/${body.id}`, { translations: { fr: empty } });
    expect(emptied.translations).toEqual({ fr: { ...french, questions: [pourquoi] } });
  });

  test('accepts the maximum number of questions and options of a job', async () => {
    const acme = jobsInMemory();
    const options = Array.from({ length: 50 }, (_, index) => `Option ${index}`);
    const all = Array.from({ length: 20 }, (_, index) => ({ id: `q${index}`, text: 'Quand ?', options }));
    const choices = all.map((each) => ({ ...each, type: 'choice' }));
    const send = (questions: object[]) =>
      acme.post(
        '/jobs',
        aJob({ ...english, questions: choices, translations: { fr: { ...french, questions } } }),
      );
    expect((await send(all)).status).toBe(201);
    const { body } = await send([...all, { ...quart, id: 'q20' }]);
    const tooMany = { pointer: '/translations/fr/questions', code: 'too_many' };
    expect(body.errors).toContainEqual(expect.objectContaining(tooMany));
  });

  test('causes 400 for an update that removes a question but keeps its translation', async () => {
    const acme = jobsInMemory();
    const translations = { fr: { ...french, questions: [quart] } };
    const { body } = await acme.post('/jobs', aJob({ ...english, questions: [shift], translations }));
    const put = (fields: object) => acme.put(`/jobs/${body.id}`, fields);
    expect(await put({ questions: null })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/translations/fr/questions/0/id', code: 'question_unknown' }] },
    });
    expect((await put({ questions: null, translations: { fr: french } })).status).toBe(200);
  });
});
