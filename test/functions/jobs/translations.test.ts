import { describe, expect, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const english = { title: 'Baker', description: '<p>You bake our bread and the cakes.</p>' };
const french = { title: 'Boulangère', description: '<p>Vous préparez le pain et les gâteaux.</p>' };

describe('a translation', () => {
  test('is returned as sent, in the job, its history, the list and the JSON of the posting', async () => {
    const acme = await service.newEmployer();
    const created = await acme.post(
      '/jobs',
      aJob({ ...english, status: 'active', translations: { fr: french } }),
    );
    const path = `/jobs/${created.body.id}`;
    expect(created.body).toMatchObject({ ...english, language: null, translations: { fr: french } });
    expect((await acme.get(path)).body).toEqual(created.body);
    const [header] = (await acme.get('/jobs')).body.data;
    expect([header.title, 'translations' in header]).toEqual(['Baker', false]);
    expect((await service.anyone.get(`/public${path}`)).body).toMatchObject({
      ...english,
      language: null,
      translations: { fr: french },
    });
  });

  test('is replaced as a whole by an update, stays when other fields change, and is removed by null', async () => {
    const acme = await service.newEmployer();
    const { body } = await acme.post('/jobs', aJob({ ...english, translations: { fr: french } }));
    const put = async (fields: object) => (await acme.put(`/jobs/${body.id}`, fields)).body;
    expect((await put({ title: 'Cook' })).translations).toEqual({ fr: french });
    const other = { title: 'Cuisinière', description: '<p>Vous cuisinez.</p>' };
    expect((await put({ translations: { fr: other } })).translations).toEqual({ fr: other });
    expect((await put({ ...french, translations: { en: english } })).translations).toEqual({ en: english });
    expect((await put({ translations: null })).translations).toBeNull();
  });

  test.each([
    ['nothing but null', { en: null, fr: null }, null],
    ['null beside it', { en: null, fr: french }, { fr: french }],
    [
      'empty texts beside it, as of a row of CSV',
      { en: { title: '', description: '' }, fr: french },
      { fr: french },
    ],
    ['an empty text', '', null],
  ])('is normalized: %s', async (_, translations, expected) => {
    const acme = await service.newEmployer();
    const { status, body } = await acme.post('/jobs', aJob({ ...english, translations }));
    expect([status, body.translations]).toEqual([201, expected]);
  });

  test('is cleaned like the description, and its warning points at it', async () => {
    const acme = await service.newEmployer();
    const translations = { fr: { ...french, description: '<script>x</script><h1>Pain</h1>\n<img>' } };
    const { headers, body } = await acme.post('/jobs', aJob({ ...english, translations }));
    expect(body.translations.fr.description).not.toMatch(/script|img|h1/);
    expect(headers.get('job-warning')).toContain('markup_removed; pointer="/translations/fr/description"');
  });

  test('may not be in the language of the job, and an update of that language is refused', async () => {
    const acme = await service.newEmployer();
    const { body } = await acme.post('/jobs', aJob({ ...english, translations: { fr: french } }));
    for (const fields of [{ language: 'fr' }, french]) {
      const refused = await acme.put(`/jobs/${body.id}`, fields);
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        [
          {
            pointer: '/translations/fr',
            code: 'not_allowed',
            message:
              'translations has the other language: title and description are in French themselves. If they are not, language must say so.',
          },
        ],
      ]);
    }
    // What is said counts, whatever the words tell.
    expect((await acme.put(`/jobs/${body.id}`, { ...french, language: 'en' })).status).toBe(200);
  });

  test.each([
    ['an unknown language', { de: french }],
    ['two languages', { en: english, fr: french }],
  ])('400s for %s', async (_, translations) => {
    const acme = await service.newEmployer();
    const { status, body } = await acme.post(
      '/jobs',
      aJob({ title: 'Chef', description: 'Pizza', translations }),
    );
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          pointer: '/translations',
          code: 'not_allowed',
          message: 'translations must have one language, en or fr, other than that of title and description.',
        },
      ],
    ]);
  });

  test('counts towards the limit of the job of 400 KB', async () => {
    const acme = await service.newEmployer();
    const description = 'pain '.repeat(45_000);
    const job = aJob({ language: 'en', description, translations: { fr: { title: 'Pain', description } } });
    const { status, body } = await acme.post('/jobs', job);
    expect([status, body.code]).toEqual([413, 'content_too_large']);
  });
});
