import { describe, expect, test } from '@jest/globals';
import type { JobDraft } from '../../../../functions/jobs/job/job.ts';
import { detectLanguage } from '../../../../functions/jobs/job/job-language.ts';
import { lawWarnings } from '../../../../functions/jobs/job/posting-laws.ts';
import { regions } from '../../../../functions/reference/domain/location.ts';
import { amountOf } from '../../../../functions/validation/amount.ts';
import { salaryPeriods } from '../../../../schemas/reference-data.ts';

const placesIn = (...provinces: string[]) =>
  provinces.map((province, index) => ({ id: index + 1, name: 'Town', province }));

const periodOf = (unit: string) => salaryPeriods.find((each) => each.unit === unit)?.id ?? 0;

const pay = (amount: number, maxAmount: number | null = null, unit = 'year') => ({
  amount: amountOf(amount),
  maxAmount: maxAmount === null ? null : amountOf(maxAmount),
  period: periodOf(unit),
  plusCommission: false,
});

/** The warnings about an active job in Ontario that complies with the law except for the given fields. */
const codesOf = (fields: JobDraft) =>
  lawWarnings({
    status: 'active',
    locations: placesIn('ON'),
    salary: pay(50_000),
    vacancy: 'existing',
    usesAi: false,
    hoursPerWeek: null,
    title: 'Cook',
    description: '<p>Cook for us.</p>',
    ...fields,
  }).map(({ code }) => code);

const remoteIn = (code: string): JobDraft => ({
  workplace: 'remote',
  locations: regions.filter(({ province }) => province === code),
});
const anywhere = remoteIn('CA');

const noStatements: JobDraft = { salary: null, vacancy: null, usesAi: null };
const ofOntario = ['pay_missing', 'vacancy_missing', 'ai_use_missing'];

const silentJob = (fields: JobDraft): JobDraft => ({ ...noStatements, ...fields });
const hidden: JobDraft = { confidential: true, language: 'fr', locations: placesIn('QC') };

describe('the warnings about a posting', () => {
  test.each<[job: string, fields: JobDraft, codes: string[]]>([
    ['a job in British Columbia', silentJob({ locations: placesIn('BC') }), ['pay_missing']],
    ['a job elsewhere', silentJob({ locations: placesIn('NB', 'AB') }), []],
    ['remote work in Canada', silentJob(anywhere), [...ofOntario, 'french_missing']],
    ['a region that is rejected', silentJob({ ...anywhere, workplace: 'hybrid' }), []],
    ['a confidential job in Quebec', hidden, ['employer_hidden']],
    ['a draft', silentJob({ status: 'draft' }), []],
  ])('are those of the laws of its provinces: %s', (_, fields, codes) => {
    expect(codesOf(fields)).toEqual(codes);
  });

  test('name the law of every province of the job that has a posting law', () => {
    const [warning] = lawWarnings({ status: 'active', salary: null, locations: placesIn('BC', 'ON') });
    expect(warning?.message).toBe(
      'salary is missing. A posting states the pay or its range (the Employment Standards Act of Ontario and the Pay Transparency Act of British Columbia).',
    );
  });
});

describe('the pay range of a job in Ontario', () => {
  // The widths of 49,999.99 and 50,000.01 a year, rounded to ten-thousandths away from 50,000.
  test.each<[unit: string, periods: number, hoursPerWeek: JobDraft['hoursPerWeek']]>([
    ['month', 12, null],
    ['week', 52, null],
    ['day', 260, null],
    ['hour', 2_080, null],
    ['hour', 1_950, 37.5],
    ['hour', 1_952.6, { min: 20, max: 37.55 }],
  ])(
    'causes a warning when it is wider than 50,000 a year: paid by the %s, %d times a year',
    (unit, periods, hoursPerWeek) => {
      const narrow = Math.floor((49_999.99 / periods) * 10_000) / 10_000;
      const wide = Math.ceil((50_000.01 / periods) * 10_000) / 10_000;
      expect(codesOf({ hoursPerWeek, salary: pay(10, 10 + narrow, unit) })).toEqual([]);
      expect(codesOf({ hoursPerWeek, salary: pay(10, 10 + wide, unit) })).toEqual(['pay_range_wide']);
    },
  );

  test.each<[JobDraft, string[]]>([
    [{ salary: pay(100_000, 150_000) }, []],
    [{ salary: pay(100_000, 200_000) }, ['pay_range_wide']],
    [{ salary: pay(100_000, 200_000.01) }, []],
  ])('causes a warning only when it ends at 200,000 or below: %j', (fields, codes) => {
    expect(codesOf(fields)).toEqual(codes);
  });
});

describe('a requirement of Canadian experience', () => {
  test.each([
    'CANADIAN\u00a0EXPERIENCE',
    '<p>Canadian <strong>experience</strong></p>',
    'expe\u0301riences canadiennes',
  ])('causes a warning in title and description: %j', (text) => {
    expect(codesOf({ title: text, description: text })).toEqual([
      'experience_canadian',
      'experience_canadian',
    ]);
    expect(codesOf({ description: text, locations: placesIn('BC') })).toEqual([]);
  });

  test('causes a warning in a translation', () => {
    const fr = { title: 'Expérience canadienne', description: '<p>Expérience canadienne</p>' };
    const warnings = lawWarnings({ status: 'active', locations: placesIn('ON'), translations: { fr } });
    expect(warnings.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['experience_canadian', '/translations/fr/title'],
      ['experience_canadian', '/translations/fr/description'],
    ]);
    expect(codesOf({ translations: { fr: { title: 'Cuisinier', description: 'Au Canada' } } })).toEqual([]);
  });

  test.each(['A Canadian bakery. Experience is welcome.', 'canadian experiment', 'expérience au Canada'])(
    'causes no warning when the words are not adjacent: %j',
    (text) => {
      expect(codesOf({ title: text, description: text })).toEqual([]);
    },
  );
});

const question = (text: string) => ({
  id: 'why',
  text,
  type: 'shortText' as const,
  required: true,
  options: [],
});

const asks = (text: string) => ({ questions: [question(text)] });

describe('a posting in Quebec', () => {
  const english = { title: 'Cook', description: '<p>You cook for us.</p>' };
  const french = { title: 'Cuisinier', description: '<p>Vous cuisinez pour nous.</p>' };
  const unclear = { title: 'Chef', description: '<p>Pizza</p>' };

  const translated = { ...english, translations: { fr: french } };
  const withFrench = (fields: JobDraft, inFrench: object): JobDraft => ({
    ...english,
    ...fields,
    translations: { fr: { ...french, ...inFrench } },
  });
  const why = { id: 'why', text: 'Pourquoi ?' };

  test.each<[isWarned: boolean, what: string, fields: JobDraft]>([
    [true, 'English', english],
    [true, 'English by its language field', { ...french, language: 'en' }],
    [false, 'French', french],
    [false, 'French by its language field', { ...unclear, language: 'fr' }],
    [false, 'French with an English translation', { ...french, translations: { en: english } }],
    [true, 'English benefits of a French job', { ...french, benefits: ['You have the weekends off'] }],
    [false, 'translated benefits', withFrench({ benefits: ['Free bread'] }, { benefits: ['Pain'] })],
    [false, 'French benefits', { ...translated, benefits: ['Vous avez vos fins de semaine'] }],
    [true, 'an English question of a French job', { ...french, ...asks('Why do you want us?') }],
    [false, 'a translated question', withFrench({ ...asks('Why us?') }, { questions: [why] })],
    [false, 'a French job with an unclear question', { ...french, ...asks('Permis ?') }],
  ])('causes a warning only when French is missing (%j): %s', (isWarned, _, fields) => {
    const quebec = { language: null, translations: null, locations: placesIn('QC'), ...fields };
    expect(codesOf(quebec)).toEqual(isWarned ? ['french_missing'] : []);
    expect(codesOf({ ...quebec, locations: placesIn('NB', 'ON') })).toEqual([]);
    expect(codesOf({ ...quebec, locations: placesIn('NB', 'QC') })).toEqual(
      isWarned ? ['french_missing'] : [],
    );
  });

  test('causes a warning that names the missing texts', () => {
    const job = {
      ...english,
      language: null,
      benefits: ['Free bread'],
      ...asks('Why us?'),
      status: 'active' as const,
      locations: placesIn('QC'),
    };
    const messages = (fields: JobDraft) =>
      lawWarnings({ ...job, ...fields }).map(({ message }) => message.split('.')[0]);
    expect(messages({})).toEqual(['Not in French: title and description, benefits, the question why']);
    expect(messages({ translations: { fr: french } })).toEqual(['Not in French: benefits, the question why']);
  });
});

test.each<[language: 'en' | 'fr' | undefined, text: string]>([
  ['en', 'Server. <p>You serve our guests, in French and English, at a café in Québec City.</p>'],
  ['fr', 'Serveuse ou serveur. <ul><li>Bilinguisme (français et anglais) un atout</li></ul>'],
  ['en', 'WE NEED A COOK FOR OUR KITCHEN'],
  ['fr', 'Cuisinier à temps plein. <p>Salaire selon expérience.</p>'],
  [undefined, 'Chef de partie. <p>Soup du jour, tips plus benefits.</p>'],
  [undefined, 'Teller. Bank of Montreal, University of Toronto'],
  [undefined, ''],
  [undefined, '<the and="of">Pizza</the>'],
  [undefined, 'Wij zoeken een medewerker voor ons team in de verkoop. Dit is een baan of een stage.'],
  [undefined, 'The cook of the team. Le cuisinier des équipes et du poste.'],
  ['fr', `${'Vous cuisez le pain et les gâteaux. '.repeat(60)}${'You bake the bread. '.repeat(2_000)}`],
])('the detected language is %s: %s', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});
