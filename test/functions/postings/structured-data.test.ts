import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Workplace } from '../../../schemas/job.ts';
import { aFullJob, aJob } from '../../setup/a-job.ts';
import { setClock } from '../../setup/clock.ts';
import { postingLink, structuredData } from '../../setup/public-pages.ts';
import { startService } from '../../setup/service.ts';

process.env['TIME_ZONE'] = 'America/Toronto';
process.env['CURRENCY'] = 'USD';
const service = await startService();
afterAll(service.close);
afterEach(() => {
  jest.useRealTimers();
});

const dataAt = async (address: string) => structuredData((await service.anyone.get(address)).text);

let acme: Awaited<ReturnType<typeof service.newEmployer>>;
beforeAll(async () => {
  acme = await service.newEmployer({ plan: 'unlimited' });
});

async function dataOf(fields: Record<string, unknown> = {}, employer = acme) {
  const job = aJob({ status: 'active', closeDate: '2031-12-31', ...fields });
  const created = await employer.post('/jobs', { ...job, referenceId: null });
  const address = postingLink(created);
  return { path: `/jobs/${created.body.id}`, address, data: await dataAt(address) };
}

type Place = { '@type': string; address: Record<string, string> };

/** The properties of JobPosting that Google's documentation requires and recommends. */
const google = {
  required: ['title', 'description', 'datePosted', 'hiringOrganization', 'jobLocation'],
  /** For work that is never done at a place, in place of `jobLocation`. */
  requiredOfRemote: ['jobLocationType', 'applicantLocationRequirements'],
  recommended: ['baseSalary', 'directApply', 'employmentType', 'identifier', 'validThrough'],
};

/** What the values are to be, by property: those of Google, and of schema.org. */
const rules: Record<string, (value: unknown) => boolean> = {
  '@context': (value) => value === 'https://schema.org',
  '@type': (value) => value === 'JobPosting',
  title: (value) => typeof value === 'string' && value !== '',
  description: (value) => typeof value === 'string' && value !== '',
  url: (value) => URL.canParse(String(value)),
  identifier: (value) => {
    const { '@type': type, name, value: id } = value as Record<string, unknown>;
    return type === 'PropertyValue' && typeof name === 'string' && typeof id === 'string';
  },
  datePosted: (value) => /^\d{4}-\d{2}-\d{2}$/.test(String(value)),
  validThrough: (value) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/.test(String(value)),
  employmentType: (value) =>
    [
      'FULL_TIME',
      'PART_TIME',
      'CONTRACTOR',
      'TEMPORARY',
      'INTERN',
      'VOLUNTEER',
      'PER_DIEM',
      'OTHER',
    ].includes(String(value)),
  hiringOrganization: (value) => {
    const { '@type': type, name } = value as Record<string, unknown>;
    return type === 'Organization' && typeof name === 'string';
  },
  jobLocation: (value) =>
    (value as Place[]).every(
      ({ '@type': type, address }) =>
        type === 'Place' &&
        address['@type'] === 'PostalAddress' &&
        Boolean(address['addressLocality']) &&
        /^[A-Z]{2}$/.test(address['addressRegion'] ?? '') &&
        address['addressCountry'] === 'CA',
    ),
  jobLocationType: (value) => value === 'TELECOMMUTE',
  applicantLocationRequirements: (value) => {
    const areas = [value].flat() as Record<string, string>[];
    return (
      areas.length > 0 &&
      areas.every(({ '@type': type, name = '' }) =>
        type === 'Country' ? name === 'Canada' : type === 'State' && /^\p{Lu}.+, Canada$/u.test(name),
      )
    );
  },
  baseSalary: (value) => {
    const {
      '@type': type,
      currency,
      value: amount,
    } = value as Record<string, Record<string, unknown> | string>;
    const quantity = amount as Record<string, unknown>;
    return (
      type === 'MonetaryAmount' &&
      typeof currency === 'string' &&
      /^[A-Z]{3}$/.test(currency) &&
      quantity['@type'] === 'QuantitativeValue' &&
      ['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR'].includes(String(quantity['unitText'])) &&
      (typeof quantity['value'] === 'number' ||
        (typeof quantity['minValue'] === 'number' && typeof quantity['maxValue'] === 'number'))
    );
  },
  totalJobOpenings: (value) => Number.isInteger(value) && Number(value) > 0,
  jobStartDate: (value) => /^\d{4}-\d{2}-\d{2}$/.test(String(value)),
  workHours: (value) => typeof value === 'string' && value.endsWith(' hours per week'),
  jobBenefits: (value) => typeof value === 'string' && value !== '',
  inLanguage: (value) => value === 'en' || value === 'fr',
  directApply: (value) => typeof value === 'boolean',
};

/** The properties that only a job with the field has. */
const ofFields = {
  salary: 'baseSalary',
  openings: 'totalJobOpenings',
  startDate: 'jobStartDate',
  hoursPerWeek: 'workHours',
  benefits: 'jobBenefits',
};

const broken = (data: Record<string, unknown>) =>
  Object.entries(data)
    .filter(([name, value]) => !(rules[name]?.(value) ?? false))
    .map(([name]) => name);

const places = (...descriptions: string[]) => descriptions.map((description) => ({ description }));

const salary = { amount: 24.5, maxAmount: 30.25, period: { id: 5 }, currency: 'USD' };

describe('the JSON-LD of a posting', () => {
  test.each([
    ['the least that a job has', {}],
    ['everything that a job can have', aFullJob()],
    ['a salary', { salary: { amount: 50000, period: { id: 1 } } }],
    ['a range', { salary }],
    ['three places', { locations: places('Vancouver, BC', 'Montréal, QC', 'Toronto, ON') }],
    ['a confidential employer', { confidential: true }],
    ['a province', { workplace: 'remote', locations: places('Ontario') }],
    ['two provinces', { workplace: 'remote', locations: places('QC', 'Northwest Territories') }],
    ['the country', { workplace: 'remote', locations: places('Canada') }],
    ...Workplace.enum.map((workplace): [string, object] => [`workplace ${workplace}`, { workplace }]),
    ['another website', { applicantRoutingType: { id: 2 }, applicationUrl: 'https://example.com/' }],
    ['odd characters', { title: '"\\ </script> 🙂 é', description: '<p>"\\\u2028</p>' }],
    ...[1, 2, 3, 4, 5].map((id): [string, object] => [
      `salary period ${id}`,
      { salary: { amount: 1, period: { id } } },
    ]),
  ])('follows every rule with %s', async (_, fields) => {
    const { data } = await dataOf(fields as Record<string, unknown>);
    expect(broken(data)).toEqual([]);
    const { required, requiredOfRemote, recommended } = google;
    const isRemote = 'workplace' in fields && fields.workplace === 'remote';
    const requiredFields = [
      ...required.filter((name) => !isRemote || name !== 'jobLocation'),
      ...(isRemote ? requiredOfRemote : []),
    ];
    const hasNone = (name: string) => !(name in data);
    expect(requiredFields.filter(hasNone)).toEqual([]);
    expect(recommended.filter(hasNone)).toEqual('salary' in fields ? [] : ['baseSalary']);
    // Only work that is never done at a place has these, and only that has no place.
    const remote = ['jobLocationType', 'applicantLocationRequirements'];
    const omitted = [
      ...Object.entries(ofFields).flatMap(([field, property]) => (field in fields ? [] : [property])),
      ...('workplace' in fields && fields.workplace === 'remote' ? ['jobLocation'] : remote),
      // Odd characters are of no language.
      ...(data['inLanguage'] === undefined ? ['inLanguage'] : []),
    ];
    expect([...Object.keys(data), ...omitted].toSorted()).toEqual(Object.keys(rules).toSorted());
  });

  test('says what the job says', async () => {
    const { data, address } = await dataOf({
      title: 'Baker',
      salary,
      openings: 2,
      startDate: '2032-01-15',
      hoursPerWeek: { min: 35, max: 37.5 },
      benefits: ['Dental plan', 'Bread'],
      description: '<p>Bread</p>',
    });
    expect(data).toMatchObject({
      title: 'Baker',
      description: '<p>Bread</p>',
      url: address,
      identifier: { name: 'Acme Inc.', value: address.split('/').at(-1) },
      validThrough: '2031-12-31T23:59:59-05:00',
      employmentType: 'FULL_TIME',
      hiringOrganization: { name: 'Acme Inc.' },
      jobLocation: [{ address: { addressLocality: 'Vancouver', addressRegion: 'BC' } }],
      baseSalary: { currency: 'USD', value: { minValue: 24.5, maxValue: 30.25, unitText: 'HOUR' } },
      totalJobOpenings: 2,
      jobStartDate: '2032-01-15',
      workHours: '35 to 37.5 hours per week',
      jobBenefits: 'Dental plan; Bread',
      directApply: true,
    });
  });

  test.each<[string[], areas: unknown, cities: string[] | undefined]>([
    [['Toronto'], { '@type': 'Country', name: 'Canada' }, undefined],
    [['Canada'], { '@type': 'Country', name: 'Canada' }, undefined],
    [['Ontario'], { '@type': 'State', name: 'Ontario, Canada' }, undefined],
    [
      ['QC', 'Toronto', 'Ontario'],
      [
        { '@type': 'State', name: 'Quebec, Canada' },
        { '@type': 'State', name: 'Ontario, Canada' },
      ],
      ['Toronto'],
    ],
  ])(
    'says where remote work in %j can be done, and at which place it may be',
    async (names, areas, cities) => {
      const { data } = await dataOf({ workplace: 'remote', locations: places(...names) });
      expect(data['applicantLocationRequirements']).toEqual(areas);
      const sites = data['jobLocation'] as Place[] | undefined;
      expect(sites?.map(({ address }) => address['addressLocality'])).toEqual(cities);
    },
  );

  test('names the kind of employment as search engines do', async () => {
    const types: unknown[] = [];
    for (const id of [1, 2, 3, 4, 5])
      types.push((await dataOf({ positionType: { id } })).data['employmentType']);
    expect(types).toEqual(['FULL_TIME', 'PART_TIME', 'CONTRACTOR', 'TEMPORARY', 'VOLUNTEER']);
  });

  test.each([
    ['2031-01-15', '2031-01-15T23:59:59-05:00'],
    ['2031-07-15', '2031-07-15T23:59:59-04:00'],
    ['2031-03-09', '2031-03-09T23:59:59-04:00'],
    ['2031-11-02', '2031-11-02T23:59:59-05:00'],
  ])('is valid through the end of %s in the time zone, whose clocks change', async (closeDate, end) => {
    expect((await dataOf({ closeDate })).data['validThrough']).toBe(end);
  });
});

describe('datePosted', () => {
  const day = 86_400_000;
  const start = Date.parse('2030-06-01T20:00:00Z');

  test('is the day of creation of an active job, and stays when the job is refreshed or closed and opened', async () => {
    setClock(start);
    const other = await service.newEmployer();
    const { path, address } = await dataOf({}, other);
    setClock(start + 3 * day);
    expect((await other.post(`${path}/refresh`, undefined)).body.publishDate).toBe('2030-06-04');
    expect((await dataAt(address))['datePosted']).toBe('2030-06-01');
    await other.put(path, { status: 'archived' });
    setClock(start + 5 * day);
    await other.put(path, { status: 'active' });
    expect((await dataAt(address))['datePosted']).toBe('2030-06-01');
  });

  test('is the day on which a draft first becomes active', async () => {
    setClock(start);
    const other = await service.newEmployer();
    const created = await other.post('/jobs', aJob({ closeDate: '2031-12-31' }));
    setClock(start + 2 * day);
    await other.put(`/jobs/${created.body.id}`, { status: 'active' });
    const data = await dataAt(postingLink(created));
    expect(data['datePosted']).toBe('2030-06-03');
    const { body } = await other.get(`/jobs/${created.body.id}`);
    expect(body.publishDate).toBe('2030-06-01');
    expect(body).not.toHaveProperty('firstPublished');
  });

  test('stays through auto-refresh', async () => {
    setClock(start);
    const other = await service.newEmployer({ plan: 'unlimited' });
    const created = await other.post(
      '/jobs',
      aJob({ status: 'active', autoRefresh: true, closeDate: '2031-12-31' }),
    );
    setClock(start + 8 * day);
    await service.runAutoRefresh(other.employer);
    expect((await other.get(`/jobs/${created.body.id}`)).body.publishDate).toBe('2030-06-09');
    expect((await dataAt(postingLink(created)))['datePosted']).toBe('2030-06-01');
  });
});
