import { describe, expect, test } from '@jest/globals';
import { correctWhatIsReported } from '../../fuzz/all-at-once.ts';
import { aJob } from '../../setup/a-job.ts';
import { jobsInMemory } from '../../setup/jobs-in-memory.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

/** The violations that a client with strict handling gets for a body. */
async function refused(body: Record<string, unknown>) {
  const reply = await jobsInMemory().post('/jobs', body, { prefer: 'handling=strict' });
  expect(reply.status).toBe(400);
  return reply.body;
}

const YEARLY = { id: 1 };
const FRENCH = { title: 'Cuisinier', description: 'Cuisiner' };
const UNCLEAR = { title: 'Chef', description: 'Pizza' };
const IN_CALGARY = { status: 'active', locations: [{ description: 'Calgary' }] };

/** Bodies that break one rule, with the message after the name of the field. */
type Case = [pointer: string, code: string, rest: string | RegExp, fields: Record<string, unknown>];

const paid = (fields: object) => ({ salary: { period: YEARLY, amount: 2, ...fields } });
const french = (fields: unknown) => ({ translations: { fr: fields } });
const withQuestions = (...questions: object[]) => ({
  questions: questions.map((each) => ({ text: 'Why?', ...each })),
});
const choice = (options: string[]) => withQuestions({ type: 'choice', options });
const DAY = { type: 'date' };
const SHIFT = { id: 'shift', text: 'Quel quart ?', options: ['Jour', 'Nuit'] };
/** A job that asks which shift, and the translations of its questions. */
const translated = (...questions: unknown[]) => ({
  ...withQuestions({ id: 'shift', type: 'choice', options: ['Day', 'Night'] }),
  ...french({ title: 'Cuisinier', description: 'Vous cuisinez.', questions }),
});
const inFrench = (rest: string) => `/translations/fr/questions/${rest}`;

const repeated = 'must not be there a second time.';
const otherLanguage = 'must have one language, en or fr, other than that of title and description.';
const blank = 'has no text left once markup that is not allowed is removed.';
const badId = 'must be made of the letters A to Z and a to z, digits, hyphens and underscores.';
const badText = 'must be text without control characters other than tabs and line breaks.';
const noSalary = 'is required in a salary. For no salary, send "salary": null.';

const routedByMail = /^is required when .*\.id is 1, and applicationUrl instead when it is 2\.$/;
const isOver = '2001-01-01 has passed, so nobody will see this active job.';
const aCategory = 'must be a whole number. GET /jobcategories has the ids.';
const aPeriod = 'must be an id from 1 to 5. GET /salaryperiods has the ids.';
const noOptions = /^must be left out: .* date has none\.$/;
const tooDeep = { description: `${'<b>'.repeat(101)}Cook` };

const didYouMean = (name: string) => `is not a field of this resource. Did you mean ${name}?`;

const cases: Case[] = [
  ['/title', 'required', 'is required.', { title: undefined }],
  ['/applicationEmail', 'required', routedByMail, { applicationEmail: undefined }],
  ['/applicationUrl', 'required', /^is required when .*\.id is 2\.$/, { applicantRoutingType: { id: 2 } }],
  ['/salary/amount', 'required', noSalary, { salary: { maxAmount: 2, period: YEARLY } }],
  ['/salary/period', 'required', 'is required when salary.amount is given.', { salary: { amount: 2 } }],
  [
    '/salary/currency',
    'not_allowed',
    'must be CAD, the currency of this service.',
    paid({ currency: 'cad' }),
  ],
  ['/salary/maxAmount', 'below_amount', 'must not be below salary.amount.', paid({ maxAmount: 1.9999 })],
  ['/hoursPerWeek/max', 'too_small', /^must not be below .*min\.$/, { hoursPerWeek: { min: 4.01, max: 4 } }],
  ['/hoursPerWeek', 'too_many_decimals', /^must .* two decimals, such as 37\.5\.$/, { hoursPerWeek: 37.125 }],
  ['/hoursPerWeek', 'wrong_type', 'must be a number or an object or null.', { hoursPerWeek: '40' }],
  ['/hoursPerWeek/max', 'required', 'is required.', { hoursPerWeek: { min: 40 } }],
  ['/translations', 'not_allowed', otherLanguage, { translations: {} }],
  ['/translations', 'not_allowed', otherLanguage, { ...UNCLEAR, translations: { en: FRENCH, fr: FRENCH } }],
  ['/translations/fr', 'wrong_type', 'must be an object or null.', french('Cuisinier')],
  ['/translations/fr/title', 'required', 'is required.', french({ description: 'Cuisiner' })],
  ['/translations/fr/title', 'malformed', /^must be one line/, french({ ...FRENCH, title: 'A\0' })],
  ['/translations/fr/description', 'malformed', badText, french({ ...FRENCH, description: 'A\0' })],
  ['/translations/fr/description', 'blank', blank, french({ ...FRENCH, description: '<p> </p>' })],
  [inFrench('0/id'), 'question_unknown', /./, translated({ ...SHIFT, id: 'years' })],
  [inFrench('1/id'), 'repeated', repeated, translated(SHIFT, SHIFT)],
  [inFrench('0/options'), 'too_few', /./, translated({ ...SHIFT, options: ['Jour'] })],
  [inFrench('0/options'), 'too_many', /./, translated({ ...SHIFT, options: ['Jour', 'Nuit', 'Soir'] })],
  [inFrench('0/options/1'), 'repeated', repeated, translated({ ...SHIFT, options: ['Jour', 'Jour'] })],
  [inFrench('0/text'), 'required', 'is required.', translated({ ...SHIFT, text: undefined })],
  [inFrench('0/id'), 'malformed', badId, translated({ ...SHIFT, id: 'le quart' })],
  [inFrench('1'), 'wrong_type', 'must be an object.', translated(SHIFT, null)],
  ['/language', 'not_allowed', 'must be one of en, fr.', { language: 'de' }],
  ['/benefits/0', 'malformed', /^must be one line/, { benefits: [' '] }],
  ['/questions/0/id', 'malformed', badId, withQuestions({ ...DAY, id: 'a.b' })],
  ['/questions/0/text', 'required', 'is required.', withQuestions({ ...DAY, text: undefined })],
  [
    '/questions/1/id',
    'repeated',
    repeated,
    withQuestions({ ...DAY, id: 'a' }, { ...DAY, id: 'a', text: 'When?' }),
  ],
  ['/questions/0/options', 'too_few', 'must have at least 2 entries.', choice(['Day'])],
  ['/questions/0/options', 'not_allowed', noOptions, withQuestions({ ...DAY, options: ['Now'] })],
  ['/questions/0/options/2', 'repeated', repeated, choice(['Day', 'Night', 'Day'])],
  ['/autoRefresh', 'auto_refresh_without_effect', /^has no effect on this plan: /, { autoRefresh: true }],
  ['/closeDate', 'close_date_past', isOver, { ...IN_CALGARY, closeDate: '2001-01-01' }],
  ['/wage', 'field_unknown', 'is not a field of this resource.', { wage: 1 }],
  ['/categories/0/id', 'wrong_type', aCategory, { categories: [{ id: 'IT' }] }],
  ['/positionType/id', 'required', 'is required. GET /positiontypes has the ids.', { positionType: {} }],
  ['/salary/period/id', 'not_allowed', aPeriod, paid({ period: { id: 9 } })],
  ['/PositionType', 'field_unknown', didYouMean('positionType'), { PositionType: 1 }],
  ['/close_date', 'field_unknown', didYouMean('closeDate'), { close_date: 1 }],
  ['/category', 'field_unknown', didYouMean('categories'), { category: 1 }],
  ['/description', 'blank', blank, { description: '<p> </p>' }],
  ['/description', 'required', 'is required.', { description: '' }],
  ['/description', 'markup_removed', 'must not contain img, i@id.', { description: '<img><i id=x>A</i>' }],
  ['/description', 'markup_removed', /^must not .* deeper than 100\.$/, tooDeep],
];

/** A pointer as messages write it: `/questions/0/id` is `questions[0].id`. */
const nameOf = (pointer: string) =>
  pointer
    .slice(1)
    .replaceAll('/', '.')
    .replaceAll(/\.(\d+)/g, '[$1]');

describe('a violation names its pointer, its rule and the allowed values', () => {
  test.each(cases)('%s has the code %s and the message %s', async (pointer, code, rest, fields) => {
    const { errors } = await refused(aJob(fields));
    expect(errors).toEqual([{ pointer, code, message: expect.any(String) }]);
    const name = nameOf(pointer);
    const message: string = errors[0].message;
    expect(message.startsWith(`${name} `)).toBe(true);
    expect(message.slice(name.length + 1)).toEqual(
      typeof rest === 'string' ? rest : expect.stringMatching(rest),
    );
  });

  test.each([
    [
      100,
      /^field0 is not a field of this resource\. field1 is .* field99 is not a field of this resource\.$/,
    ],
    [101, / field99 is not a field of this resource\. There are 1 more\.$/],
  ])(
    '%i unknown fields are reported in one message, and at most a hundred are listed',
    async (count, expected) => {
      const fields = Array.from({ length: count }, (_, index) => [`field${index}`, 1]);
      const { errors, message } = await refused(aJob(Object.fromEntries(fields)));
      expect(errors).toHaveLength(100);
      expect(message).toMatch(expected);
    },
  );
});

const at = (...descriptions: unknown[]) => descriptions.map((description) => ({ description }));

/** The pointer, header or parameter of each violation. */
const pointersOf = (body: { errors: { pointer?: string; header?: string; parameter?: string }[] }) =>
  body.errors.map(({ pointer, header, parameter }) => pointer ?? header ?? parameter);

describe('a response with all violations', () => {
  test.each([
    [{ salary: { amount: 'much', maxAmount: 'more' } }, '/salary/amount /salary/maxAmount /salary/period'],
    [{ locations: at('Ontario'), workplace: 'moon' }, '/workplace'],
    [{ title: undefined, Title: 'Baker' }, '/title /Title'],
    [{ locations: at(5, 'Gotham') }, '/locations/0/description /locations/1/description'],
    [
      { locations: at('Gotham', 'Toronto', 'Regina', 'Krypton') },
      '/locations /locations/0/description /locations/3/description',
    ],
    [
      { applicantRoutingType: { id: 7 }, applicationEmail: undefined },
      '/applicantRoutingType/id /applicationEmail /applicationUrl',
    ],
    [
      { applicantRoutingType: 'URL', applicationEmail: 'none' },
      '/applicantRoutingType /applicationEmail /applicationUrl',
    ],
  ])('has those of %j: %s', async (overrides, pointers) => {
    const { status, body } = await jobsInMemory().post('/jobs', aJob(overrides));
    expect([status, pointersOf(body)]).toEqual([400, pointers.split(' ')]);
  });

  test('names them so that a request that corrects exactly the reported fields succeeds', async () => {
    const acme = jobsInMemory({ plan: 'unlimited' });
    await expect(correctWhatIsReported(acme, 200)).resolves.toBeUndefined();
  });

  test('has those of the body and of the headers', async () => {
    const acme = await service.newEmployer();
    const { body: job } = await acme.post('/jobs', aJob());
    const created = await acme.post('/jobs', aJob({ title: '' }), { 'idempotency-key': 'a,b' });
    expect(pointersOf(created.body)).toEqual(['/title', 'Idempotency-Key']);
    const conditions = { 'if-match': 'R', 'if-none-match': 'R' };
    const updated = await acme.put(`/jobs/${job.id}`, { title: '' }, conditions);
    expect(pointersOf(updated.body)).toEqual(['/title', 'If-Match', 'If-None-Match']);
    expect((await acme.get(`/jobs/${job.id}`)).body).toEqual(job);
  });

  test('has those of the query and of the headers', async () => {
    const acme = await service.newEmployer();
    const { body } = await acme.get('/jobs?page=0&pageSize=x', { 'if-none-match': 'R' });
    expect(new Set(pointersOf(body))).toEqual(new Set(['If-None-Match', 'page', 'pageSize']));
  });

  test('has those of a job without a referenceId', async () => {
    const { body } = await jobsInMemory().put('/jobs', {
      description: '<p> </p>',
      salary: { amount: 5, maxAmount: 4 },
      applicantRoutingType: { id: 1 },
      applicationEmail: null,
    });
    const ofSalary = ['/salary/period', '/salary/maxAmount'];
    expect(pointersOf(body)).toEqual(['/referenceId', '/description', ...ofSalary, '/applicationEmail']);
  });
});
