import { describe, expect, test } from '@jest/globals';
import { aFullJob, aJob, changedJobValues } from '../../setup/a-job.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const employerWithJob = (fields: Record<string, unknown> = {}) =>
  service.employerWithJob(fields, { plan: 'unlimited' });

describe('a partial update', () => {
  /** The response values of fields whose response differs from the request. */
  const expected: Partial<Record<string, unknown>> = {
    locations: [{ id: 3, name: 'Calgary', description: 'Calgary, AB', type: 'Town' }],
    categories: [{ id: 1, name: 'Accounting' }],
    positionType: { id: 1, name: 'Full Time' },
    salary: { ...changedJobValues.salary, period: { id: 5, name: 'Hourly', unit: 'hour' } },
    applicantRoutingType: { id: 1, name: 'Email' },
  };
  test.each(Object.entries(changedJobValues))(
    '200s and changes only the sent field: %s',
    async (field, sent) => {
      const { acme, job, path } = await employerWithJob(aFullJob());
      const updated = await acme.put(path, { [field]: sent });
      expect([updated.status, updated.body]).toEqual([
        200,
        {
          ...job,
          updatedAt: expect.any(String),
          [field]: expected[field] ?? sent,
          ...(field === 'confidential' && { postingUrl: updated.body.postingUrl }),
        },
      ]);
      expect((await acme.get(path)).text).toBe(updated.text);
      expect(updated.headers.has('location')).toBe(false);
    },
  );

  test('200s and adds a first salary, with defaults for missing members', async () => {
    const { acme, path } = await employerWithJob();
    const { status, body } = await acme.put(path, { salary: { amount: 20, period: { id: 5 } } });
    expect(status).toBe(200);
    expect(body.salary).toMatchObject({ amount: 20, maxAmount: null, plusCommission: false });
  });

  test.each<[string, (current: string) => unknown]>([
    ['no fields', () => ({})],
    ['the GET result of a job with every field', (current) => current],
    [
      'read-only fields and members',
      () => ({
        id: 1,
        publishDate: '2001-01-01',
        postingUrl: 'https://elsewhere.example/',
        updatedAt: '2001-01-01T00:00:00Z',
        employer: { id: 1, name: 'Another' },
        salary: { period: { id: 1, name: 'Never', unit: 'aeon' } },
      }),
    ],
  ])('200s and changes no field when it sends %s', async (_, bodyFrom) => {
    const { acme, text, path } = await employerWithJob(aFullJob());
    const { status, headers, text: answered } = await acme.put(path, bodyFrom(text));
    expect([status, answered, headers.has('job-warning')]).toEqual([200, text, false]);
    expect((await acme.get(path)).text).toBe(text);
  });
});

describe('referenceId', () => {
  test('409s when another job has it, names the other job, and changes no field', async () => {
    const { acme, text, path } = await employerWithJob({ referenceId: 'R-1' });
    const { body: other } = await acme.post('/jobs', aJob({ referenceId: 'R-2' }));
    const { status, body } = await acme.put(path, { referenceId: 'R-2', title: 'Cook', status: 'active' });
    const existingJob = { id: other.id, href: `${service.origin}/api/v1.1/jobs/${other.id}` };
    expect([status, body]).toMatchObject([409, { code: 'reference_id_taken', existingJob }]);
    expect((await acme.get(path)).text).toBe(text);
  });
});
