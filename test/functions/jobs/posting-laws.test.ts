import { describe, expect, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import { openService } from '../../setup/service.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const places = ['Toronto, ON', 'Montréal, QC', 'Vancouver, BC'].map((description) => ({ description }));
const statements = {
  salary: { amount: 60_000, period: { id: 1 } },
  vacancy: 'existing',
  usesAi: false,
  translations: { fr: { title: 'Développeur', description: '<p>Construire un service.</p>' } },
};
const warningCodes =
  'pay_missing; pointer="/salary", vacancy_missing; pointer="/vacancy", ai_use_missing; pointer="/usesAi", french_missing; pointer="/translations"';
const strictly = { prefer: 'handling=strict' };

describe('the warnings of provincial posting laws', () => {
  test('are in the response to the creation and to each update until the job complies', async () => {
    const acme = await service.newEmployer();
    const job = aJob({ referenceId: 'R-1', status: 'active', locations: places });
    const created = await acme.post('/jobs', job);
    const path = `/jobs/${created.body.id}`;
    const updated = await acme.put('/jobs', { referenceId: 'R-1', title: 'Cook' });
    const corrected = await acme.put(path, statements);
    for (const { headers } of [created, updated]) expect(headers.get('job-warning')).toBe(warningCodes);
    expect(corrected.headers.get('job-warning')).toBeNull();
    expect((await acme.put(path, { usesAi: null })).headers.get('job-warning')).toBe(
      'ai_use_missing; pointer="/usesAi"',
    );
  });

  test('are absent on a stage without POSTING_LAWS', async () => {
    process.env['POSTING_LAWS'] = 'none';
    const elsewhere = await openService();
    const acme = await elsewhere.newEmployer();
    const body = aJob({ status: 'active', locations: places });
    const replies = [await acme.post('/jobs', body, strictly), await acme.post('/jobs/validate', body)];
    await elsewhere.close();
    delete process.env['POSTING_LAWS'];
    expect(replies.map(({ status, headers }) => [status, headers.get('job-warning')])).toEqual([
      [201, null],
      [200, null],
    ]);
  });
});
