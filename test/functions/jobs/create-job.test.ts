import { describe, expect, test } from '@jest/globals';
import { addDays } from '../../../functions/platform/time/calendar.ts';
import { aFullJob, aJob } from '../../setup/a-job.ts';
import { jobsInMemory } from '../../setup/jobs-in-memory.ts';
import { postingLink } from '../../setup/public-pages.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { errorPointers } from '../../setup/http-client.ts';

const service = sharedService();

/** Posts as a new employer, in memory. */
const post = (body: unknown, headers?: Record<string, string>) => jobsInMemory().post('/jobs', body, headers);

describe('the creation of a job', () => {
  test('returns every field that was sent, in the documented shape', async () => {
    const acme = await service.newEmployer({ name: 'Café Ōkami', plan: 'unlimited' });
    const { status, body, text, headers } = await acme.post('/jobs', aFullJob());
    expect(status).toBe(201);
    expect(headers.has('job-warning')).toBe(false);
    expect(body).toEqual({
      ...aFullJob(),
      id: expect.any(Number),
      postingUrl: postingLink({ headers }),
      employer: { id: acme.employer.id, name: 'Café Ōkami' },
      publishDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      locations: [
        { id: 156, name: 'Vancouver', description: 'Vancouver, BC', type: 'Town' },
        { id: expect.any(Number), name: 'Montréal', description: 'Montréal, QC', type: 'Town' },
      ],
      categories: [
        { id: 23, name: 'Information Technology' },
        { id: 14, name: 'Engineering and Architecture' },
      ],
      positionType: { id: 3, name: 'Contract' },
      salary: {
        amount: 50000,
        maxAmount: 60000.5,
        period: { id: 1, name: 'Yearly', unit: 'year' },
        plusCommission: true,
      },
      applicantRoutingType: { id: 2, name: 'URL' },
      createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.000Z$/),
      updatedAt: body.createdAt,
    });
    expect(text).toContain('"amount":50000.0000,"maxAmount":60000.5000');
    expect(headers.get('location')).toBe(`${service.origin}/api/v1.1/jobs/${body.id}`);
    expect((await acme.get(`/jobs/${body.id}`)).text).toBe(text);
  });

  test('lists each location and category once, in the order of first mention', async () => {
    const { status, body } = await post(
      aJob({
        locations: ['Vancouver', 'montreal, quebec', 'VANCOUVER, b.c.'].map((description) => ({
          description,
        })),
        categories: [{ id: 23 }, { id: '23' }, { id: 1 }],
      }),
    );
    expect(status).toBe(201);
    const places = body.locations.map(({ description }: { description: string }) => description);
    expect(places).toEqual(['Vancouver, BC', 'Montréal, QC']);
    expect(body.categories.map(({ id }: { id: number }) => id)).toEqual([23, 1]);
  });

  test('stores autoRefresh on every plan, and warns on a plan without auto-refresh', async () => {
    const { status, body, headers } = await post(aJob({ autoRefresh: true }));
    expect([status, body.autoRefresh]).toEqual([201, true]);
    expect(headers.get('job-warning')).toBe('auto_refresh_without_effect; pointer="/autoRefresh"');
  });
});

test('a creation 400s and names all missing fields together, for every status', async () => {
  const reply = await post({ status: 'archived' });
  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({ status: 400, code: 'validation_failed' });
  const ofContent = ['title', 'locations', 'categories', 'positionType', 'description'];
  const fields = [...ofContent, 'applicantRoutingType', 'applicationEmail'];
  expect(errorPointers(reply)).toEqual(fields.map((field) => `/${field}`));
  for (const { code, message } of reply.body.errors) {
    expect(code).toBe('required');
    expect(reply.body.message).toContain(message);
  }
});

const paid = { amount: 20, period: { id: 5 } };

test.each(['CAD', null, ''])('a salary accepts the currency of the service: %j', async (currency) => {
  const { status, body, headers } = await post(aJob({ salary: { ...paid, currency } }));
  expect([status, headers.get('job-warning')]).toEqual([201, null]);
  expect(body.salary).toEqual((await post(aJob({ salary: paid }))).body.salary);
});

/** The entry of a field in the Job-Warning header. */
const warningFor = (code: string) => (field: string) => `${code}; pointer="/${field}"`;

describe('a body from an HTML form', () => {
  const form = {
    title: 'Cook',
    referenceId: '',
    closeDate: '',
    confidential: '',
    autoRefresh: '',
    status: '',
    locations: [{ id: '', name: '', description: 'Vancouver, BC', type: '' }],
    categories: [{ id: '18', name: '' }],
    positionType: { id: '2', name: '' },
    salary: { amount: '', maxAmount: '', period: { id: '', name: '', unit: '' }, plusCommission: '' },
    description: '<p>Cook for us.</p>',
    applicantRoutingType: { id: '1', name: '' },
    applicationEmail: 'jobs@example.com',
    applicationUrl: '',
    memberStatuses: [],
    careerLevels: '',
    trainingPosition: '',
  };

  test('201s with ids as strings and "" for every unused field, and warns about fields without effect', async () => {
    const { status, body, headers } = await post(form);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      referenceId: null,
      closeDate: addDays(body.publishDate, 60),
      confidential: false,
      autoRefresh: false,
      status: 'draft',
      categories: [{ id: 18, name: 'Food and Beverage' }],
      positionType: { id: 2, name: 'Part Time' },
      salary: null,
      applicantRoutingType: { id: 1, name: 'Email' },
      applicationUrl: null,
    });
    expect(body).not.toHaveProperty('memberStatuses');
    expect(headers.get('job-warning')).toBe(
      [
        ...['memberStatuses', 'careerLevels', 'trainingPosition'].map(warningFor('field_unknown')),
        ...['confidential', 'autoRefresh', 'status'].map(warningFor('empty_ignored')),
      ].join(', '),
    );
  });

  test.each([
    [{ locations: [{ description: 'Vancouver, BC', country: 'CA' }] }, '/locations/0/country'],
    [{ salary: { amount: 1, period: { id: 1 }, 'a/b~"\\é': 1 } }, '/salary/a~1b~0'],
    [{ salary: { id: '', amount: 60000, period: { id: 1 } } }, '/salary/id'],
    [{ salary: { amount: '', maxAmount: '', period: { id: '', code: '' } } }, '/salary/period/code'],
  ])('gets a warning about an unknown nested field: %j', async (fields, pointer) => {
    const { status, headers } = await post(aJob(fields));
    expect(status).toBe(201);
    expect(headers.get('job-warning')).toContain(`field_unknown; pointer="${pointer}`);
  });
});

describe('Prefer: handling=strict', () => {
  test.each([
    [400, 'handling=strict'],
    [400, 'respond-async, handling="strict"'],
    [400, 'handling = strict; a=b'],
    [201, 'handling=lenient'],
    [201, 'handling=strictly'],
    [400, 'handling=strict, handling=lenient'],
    [201, 'handling=lenient, handling=strict'],
    [201, ''],
  ])('returns %i for a job with a warning when the header is %j', async (expected, prefer) => {
    const { status, headers } = await post(aJob({ wage: 1 }), { prefer });
    const warning = expected === 201 ? 'field_unknown; pointer="/wage"' : null;
    expect([status, headers.get('job-warning')]).toEqual([expected, warning]);
  });
});

test('a referenceId 409s and names its job when a second job of the employer uses it, but 400s when that breaks a rule', async () => {
  const acme = await service.newEmployer();
  const { body: existing } = await acme.post('/jobs', aJob({ referenceId: 'R-1' }));
  const second = await acme.post('/jobs', aJob({ referenceId: 'R-1', title: 'Another' }));
  expect(second.status).toBe(409);
  expect(second.headers.get('content-type')).toBe('application/problem+json');
  expect(second.body).toMatchObject({
    code: 'reference_id_taken',
    message: expect.stringContaining('"R-1"'),
    existingJob: { id: existing.id, href: `${service.origin}/api/v1.1/jobs/${existing.id}` },
  });
  expect((await acme.post('/jobs', aJob({ referenceId: 'R-1', title: '' }))).status).toBe(400);
  const { body } = await acme.get('/jobs');
  expect([body.paging.total, body.data[0].title]).toEqual([1, 'Software Developer']);
  const other = await (await service.newEmployer()).post('/jobs', aJob({ referenceId: 'R-1' }));
  expect(other.status).toBe(201);
});
