import { describe, expect, test } from '@jest/globals';
import { pick, publicFields } from '../../../schemas/job-fields.ts';
import { PublicJob } from '../../../schemas/public-job.ts';
import { aFullJob } from '../../setup/a-job.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const day = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);

describe('GET /public/jobs/{id}', () => {
  test('has the public fields of the job and no others', async () => {
    const { acme, job } = await service.employerWithJob(aFullJob({ confidential: false }));
    const { status, headers, body } = await service.anyone.get(`/public/jobs/${job.id}`);
    const url = `${service.origin}/jobs/${job.id}`;
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
    expect(body).toMatchObject({
      ...pick(job, publicFields),
      id: String(job.id),
      url,
      applyUrl: `${url}/go`,
      employer: { id: acme.employer.id, name: 'Acme Inc.' },
      firstPublished: day,
      publishDate: day,
      salary: { ...job.salary, currency: 'CAD' },
    });
    expect(Object.keys(body)).toEqual(Object.keys(PublicJob.properties));
  });

  test('has exact amounts as numbers, and null for absent values', async () => {
    const salary = { amount: 99_999_999_999.9999, period: { id: 3 } };
    const { job } = await service.employerWithJob({ status: 'active', salary });
    const { body } = await service.anyone.get(`/public/jobs/${job.id}`);
    expect(body.salary).toMatchObject({ amount: 99_999_999_999.9999, maxAmount: null });
    const without = await service.employerWithJob({ status: 'active' });
    expect((await service.anyone.get(`/public/jobs/${without.job.id}`)).body.salary).toBeNull();
  });

  test.each([
    ['archived', { status: 'archived' }, 410, 'job_closed'],
    ['past its closeDate', { status: 'active', closeDate: '2020-01-31' }, 410, 'job_closed'],
    ['a draft', { status: 'draft' }, 404, 'job_not_found'],
  ])('returns a problem for a job that is %s', async (_, fields, status, code) => {
    const { job } = await service.employerWithJob(fields);
    const reply = await service.anyone.get(`/public/jobs/${job.id}`);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });
});
