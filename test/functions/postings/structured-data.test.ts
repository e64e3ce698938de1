import { describe, expect, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import { setClock } from '../../setup/clock.ts';
import { postingLink, structuredData } from '../../setup/public-pages.ts';
import { startService } from '../../setup/service.ts';

process.env['TIME_ZONE'] = 'America/Toronto';
process.env['CURRENCY'] = 'USD';
const service = await startService();

const dataAt = async (address: string) => structuredData((await service.anyone.get(address)).text);

const acme = await service.newEmployer({ plan: 'unlimited' });

async function dataOf(fields: Record<string, unknown> = {}, employer = acme) {
  const job = aJob({ status: 'active', closeDate: '2031-12-31', ...fields });
  const created = await employer.post('/jobs', { ...job, referenceId: null });
  const address = postingLink(created);
  return { path: `/jobs/${created.body.id}`, address, data: await dataAt(address) };
}

const placeOf = (addressLocality: string, addressRegion: string) => ({
  '@type': 'Place',
  address: { '@type': 'PostalAddress', addressLocality, addressRegion, addressCountry: 'CA' },
});

const places = (...descriptions: string[]) => descriptions.map((description) => ({ description }));

const salary = { amount: 24.5, maxAmount: 30.25, period: { id: 5 }, currency: 'USD' };

/** The data of a job that has only required fields; contains all that Google requires. */
const minimalData = (address: string) => ({
  '@context': 'https://schema.org',
  '@type': 'JobPosting',
  title: 'Software Developer',
  description: '<p>Build a job posting service.</p>',
  url: address,
  identifier: { '@type': 'PropertyValue', name: 'Acme Inc.', value: address.split('/').at(-1) },
  datePosted: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
  validThrough: '2031-12-31T23:59:59-05:00',
  employmentType: 'FULL_TIME',
  hiringOrganization: { '@type': 'Organization', name: 'Acme Inc.' },
  jobLocation: [placeOf('Vancouver', 'BC')],
  inLanguage: 'en',
  directApply: true,
});

describe('the JSON-LD of a posting', () => {
  const facts = {
    title: 'Baker "\\ </script> 🙂',
    description: '<p>Bread</p>',
    language: 'en',
    locations: places('Vancouver, BC', 'Montréal, QC'),
    salary,
    openings: 2,
    startDate: '2032-01-15',
    hoursPerWeek: { min: 35, max: 37.5 },
    benefits: ['Dental plan', 'Bread'],
    applicantRoutingType: { id: 2 },
    applicationUrl: 'https://example.com/',
  };

  test.each([null, 'on-site', 'hybrid'])(
    'has only the required properties for the workplace %s',
    async (workplace) => {
      const { data, address } = await dataOf({ workplace });
      expect(data).toEqual(minimalData(address));
    },
  );

  test('has every fact of a job in the terms of schema.org and Google', async () => {
    const { data, address } = await dataOf(facts);
    expect(data).toEqual({
      ...minimalData(address),
      title: facts.title,
      description: '<p>Bread</p>',
      jobLocation: [placeOf('Vancouver', 'BC'), placeOf('Montréal', 'QC')],
      baseSalary: {
        '@type': 'MonetaryAmount',
        currency: 'USD',
        value: { '@type': 'QuantitativeValue', minValue: 24.5, maxValue: 30.25, unitText: 'HOUR' },
      },
      totalJobOpenings: 2,
      jobStartDate: '2032-01-15',
      workHours: '35 to 37.5 hours per week',
      jobBenefits: 'Dental plan; Bread',
      directApply: false,
    });
  });

  test('names a confidential employer confidential', async () => {
    const { data, address } = await dataOf({ confidential: true });
    expect(data).toEqual({
      ...minimalData(address),
      identifier: { '@type': 'PropertyValue', name: 'confidential', value: address.split('/').at(-1) },
      hiringOrganization: { '@type': 'Organization', name: 'confidential' },
    });
  });

  test.each([
    [1, 'FULL_TIME', 'YEAR'],
    [2, 'PART_TIME', 'MONTH'],
    [3, 'CONTRACTOR', 'WEEK'],
    [4, 'TEMPORARY', 'DAY'],
    [5, 'VOLUNTEER', 'HOUR'],
  ])(
    'uses the terms of search engines for the position type and the salary period %i: %s, %s',
    async (id, employmentType, unitText) => {
      const { data } = await dataOf({ positionType: { id }, salary: { amount: 1, period: { id } } });
      const value = { '@type': 'QuantitativeValue', value: 1, unitText };
      const baseSalary = { '@type': 'MonetaryAmount', currency: 'USD', value };
      expect(data).toMatchObject({ employmentType, baseSalary });
    },
  );

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
  ])('names the regions of remote work and the optional places of work: %j', async (names, areas, cities) => {
    const { data } = await dataOf({ workplace: 'remote', locations: places(...names) });
    expect(data['jobLocationType']).toBe('TELECOMMUTE');
    expect(data['applicantLocationRequirements']).toEqual(areas);
    expect(data['jobLocation']).toEqual(cities?.map((city) => placeOf(city, 'ON')));
  });
});

describe('datePosted', () => {
  const day = 86_400_000;
  const start = Date.parse('2030-06-01T20:00:00Z');

  test('is the day on which an active job was created, and does not change when the job is refreshed, closed or opened', async () => {
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
});
