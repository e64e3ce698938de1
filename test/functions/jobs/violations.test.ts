import { describe, expect, test } from '@jest/globals';
import { correctWhatIsReported } from '../../fuzz/all-at-once.ts';
import { aJob } from '../../setup/a-job.ts';
import { jobsInMemory } from '../../setup/jobs-in-memory.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

/** The violations that a client with strict handling gets for a body. */
async function refused(body: Record<string, unknown>) {
  const acme = await service.newEmployer();
  const reply = await acme.post('/jobs', body, { prefer: 'handling=strict' });
  expect(reply.status).toBe(400);
  return reply.body;
}

const YEARLY = { id: 1 };

describe('a violation names its pointer, its rule and the allowed values', () => {
  test.each<[string, string, unknown, Record<string, unknown>]>([
    ['/title', 'required', 'title is required.', { title: undefined }],
    [
      '/applicationEmail',
      'required',
      'applicationEmail is required when applicantRoutingType.id is 1.',
      { applicationEmail: undefined },
    ],
    [
      '/applicationUrl',
      'required',
      'applicationUrl is required when applicantRoutingType.id is 2.',
      { applicantRoutingType: { id: 2 } },
    ],
    [
      '/salary/amount',
      'required',
      'salary.amount is required in a salary. For no salary, send "salary": null.',
      { salary: { maxAmount: 2, period: YEARLY } },
    ],
    [
      '/salary/period',
      'required',
      'salary.period is required when salary.amount is given.',
      { salary: { amount: 2 } },
    ],
    ...['USD', 'cad', ' CAD', 'CAD '].map((currency): [string, string, string, Record<string, unknown>] => [
      '/salary/currency',
      'not_allowed',
      'salary.currency must be CAD, the currency of this service.',
      { salary: { amount: 2, period: YEARLY, currency } },
    ]),
    [
      '/salary/maxAmount',
      'below_amount',
      'salary.maxAmount must not be below salary.amount.',
      { salary: { amount: 2, maxAmount: 1.9999, period: YEARLY } },
    ],
    [
      '/hoursPerWeek/max',
      'too_small',
      'hoursPerWeek.max must not be below hoursPerWeek.min.',
      { hoursPerWeek: { min: 40.01, max: 40 } },
    ],
    [
      '/hoursPerWeek',
      'too_many_decimals',
      'hoursPerWeek must be a number with at most two decimals, such as 37.5.',
      { hoursPerWeek: 37.125 },
    ],
    [
      '/hoursPerWeek',
      'wrong_type',
      'hoursPerWeek must be a number or an object or null.',
      { hoursPerWeek: '40' },
    ],
    [
      '/translations',
      'not_allowed',
      'translations must have one language, en or fr, other than that of title and description.',
      { translations: {} },
    ],
    [
      '/translations/fr/title',
      'required',
      'translations.fr.title is required.',
      { translations: { fr: { description: 'Cuisiner' } } },
    ],
    [
      '/translations/fr/title',
      'malformed',
      expect.stringMatching(/^translations\.fr\.title must be one line/),
      { translations: { fr: { title: 'Cuisinier\0', description: 'Cuisiner' } } },
    ],
    [
      '/translations/fr/description',
      'malformed',
      'translations.fr.description must be text without control characters other than tabs and line breaks.',
      { translations: { fr: { title: 'Cuisinier', description: 'Cui\0siner' } } },
    ],
    [
      '/translations/fr/description',
      'blank',
      'translations.fr.description has no text left once markup that is not allowed is removed.',
      { translations: { fr: { title: 'Cuisinier', description: '<p> </p>' } } },
    ],
    [
      '/translations/fr',
      'wrong_type',
      'translations.fr must be an object or null.',
      { translations: { fr: 'Cuisinier' } },
    ],
    ['/language', 'not_allowed', 'language must be one of en, fr.', { language: 'de' }],
    ['/hoursPerWeek/max', 'required', 'hoursPerWeek.max is required.', { hoursPerWeek: { min: 40 } }],
    [
      '/benefits/0',
      'malformed',
      expect.stringMatching(/^benefits\[0\] must be one line/),
      { benefits: [' '] },
    ],
    [
      '/questions/0/id',
      'malformed',
      'questions[0].id must be made of the letters A to Z and a to z, digits, hyphens and underscores.',
      { questions: [{ id: 'a.b', text: 'Why?', type: 'date' }] },
    ],
    ['/questions/0/text', 'required', 'questions[0].text is required.', { questions: [{ type: 'date' }] }],
    [
      '/questions/1/id',
      'repeated',
      'questions[1].id must not be there a second time.',
      {
        questions: [
          { id: 'a', text: 'Why?', type: 'date' },
          { id: 'a', text: 'When?', type: 'date' },
        ],
      },
    ],
    [
      '/questions/0/options',
      'too_few',
      'questions[0].options must have at least 2 entries.',
      { questions: [{ text: 'Which?', type: 'choice', options: ['Day'] }] },
    ],
    [
      '/questions/0/options',
      'not_allowed',
      'questions[0].options must be left out: a question of the type date has none.',
      { questions: [{ text: 'When?', type: 'date', options: ['Now'] }] },
    ],
    [
      '/questions/0/options/2',
      'repeated',
      'questions[0].options[2] must not be there a second time.',
      { questions: [{ text: 'Which?', type: 'choices', options: ['Day', 'Night', 'Day'] }] },
    ],
    [
      '/autoRefresh',
      'auto_refresh_without_effect',
      'autoRefresh has no effect on this plan: it needs the unlimited plan.',
      { autoRefresh: true },
    ],
    [
      '/closeDate',
      'close_date_past',
      'closeDate 2001-01-01 has passed, so nobody will see this active job.',
      { status: 'active', closeDate: '2001-01-01', locations: [{ description: 'Calgary' }] },
    ],
    ['/wage', 'field_unknown', 'wage is not a field of this resource.', { wage: 1 }],
    [
      '/description',
      'blank',
      'description has no text left once markup that is not allowed is removed.',
      { description: '<p> </p>' },
    ],
    [
      '/description',
      'markup_removed',
      'description must not contain img, i@class.',
      { description: '<img><i class="x">Cook</i>' },
    ],
    [
      '/description',
      'markup_removed',
      'description must not contain nesting deeper than 100.',
      { description: `${'<b>'.repeat(101)}Cook` },
    ],
  ] as [string, string, unknown, Record<string, unknown>][])(
    'for %s, code %s: %s',
    async (pointer, code, message, overrides) => {
      const { errors } = await refused(aJob(overrides));
      expect(errors).toEqual([{ pointer, code, message }]);
    },
  );

  test.each([
    [
      100,
      /^field0 is not a field of this resource\. field1 is .* field99 is not a field of this resource\.$/,
    ],
    [101, / field99 is not a field of this resource\. There are 1 more\.$/],
    [102, / field99 is not a field of this resource\. There are 2 more\.$/],
  ])('of %i reports all in one message, and lists at most a hundred', async (count, said) => {
    const fields = Array.from({ length: count }, (_, index) => [`field${index}`, 1]);
    const { errors, message } = await refused(aJob(Object.fromEntries(fields)));
    expect(errors).toHaveLength(100);
    expect(message).toMatch(said);
  });
});

/** Where each violation is. */
const pointersOf = (body: { errors: { pointer?: string; header?: string; parameter?: string }[] }) =>
  body.errors.map(({ pointer, header, parameter }) => pointer ?? header ?? parameter);

describe('a response reports all violations together', () => {
  test.each([
    [
      'of a salary',
      { salary: { amount: 'much', maxAmount: 'more' } },
      '/salary/amount /salary/maxAmount /salary/period',
    ],
    [
      'of a salary without its amount',
      { salary: { maxAmount: 'more' } },
      '/salary/maxAmount /salary/amount /salary/period',
    ],
    [
      'of a list of places',
      { locations: [{ description: 5 }, { description: 'Gotham' }] },
      '/locations/0/description /locations/1/description',
    ],
    [
      'of too many places',
      { locations: ['Gotham', 'Toronto', 'Regina', 'Krypton'].map((description) => ({ description })) },
      '/locations /locations/0/description /locations/3/description',
    ],
    [
      'of the way to apply',
      { applicantRoutingType: { id: 7 }, applicationEmail: undefined },
      '/applicantRoutingType/id /applicationEmail /applicationUrl',
    ],
    [
      'of the way to apply and its address',
      { applicantRoutingType: 'URL', applicationEmail: 'nobody' },
      '/applicantRoutingType /applicationEmail /applicationUrl',
    ],
  ])('%s', async (_, overrides, pointers) => {
    const acme = await service.newEmployer();
    const { status, body } = await acme.post('/jobs', aJob(overrides));
    expect([status, pointersOf(body)]).toEqual([400, pointers.split(' ')]);
  });

  test('until a request that corrects exactly those succeeds', async () => {
    const acme = jobsInMemory({ plan: 'unlimited' });
    await expect(correctWhatIsReported(acme, 200)).resolves.toBeUndefined();
  });

  test('of the body and of the headers', async () => {
    const acme = await service.newEmployer();
    const { body: job } = await acme.post('/jobs', aJob());
    const created = await acme.post('/jobs', aJob({ title: '' }), { 'idempotency-key': 'a,b' });
    expect(pointersOf(created.body)).toEqual(['/title', 'Idempotency-Key']);
    const updated = await acme.put(
      `/jobs/${job.id}`,
      { title: '' },
      { 'if-match': 'R', 'if-none-match': 'R' },
    );
    expect(pointersOf(updated.body)).toEqual(['/title', 'If-Match', 'If-None-Match']);
    expect((await acme.get(`/jobs/${job.id}`)).body).toEqual(job);
  });

  test('of the query and of the headers', async () => {
    const acme = await service.newEmployer();
    const { body } = await acme.get('/jobs?page=0&pageSize=x', { 'if-none-match': 'R' });
    expect(new Set(pointersOf(body))).toEqual(new Set(['If-None-Match', 'page', 'pageSize']));
  });

  test('of a job without a referenceId', async () => {
    const acme = await service.newEmployer();
    const { body } = await acme.put('/jobs', {
      description: '<p> </p>',
      salary: { amount: 5, maxAmount: 4 },
      applicantRoutingType: { id: 1 },
      applicationEmail: null,
    });
    expect(pointersOf(body)).toEqual([
      '/referenceId',
      '/description',
      '/salary/period',
      '/salary/maxAmount',
      '/applicationEmail',
    ]);
  });
});
