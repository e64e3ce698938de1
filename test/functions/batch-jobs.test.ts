import { afterAll, describe, expect, test } from '@jest/globals';
import { aJob } from '../setup/a-job.ts';
import { startService } from '../setup/service.ts';

const service = await startService();
afterAll(service.close);

const absent = 2_147_483_647;

describe('a batch', () => {
  test('performs its operations, with results in their order, and one that fails stops no other', async () => {
    const { acme, job } = await service.employerWithJob({ referenceId: 'R-1' });
    const { status, body } = await acme.post('/jobs/batch', {
      operations: [
        { operation: 'create', body: aJob({ referenceId: 'R-2' }) },
        { operation: 'update', id: absent, body: { title: 'None' } },
        { operation: 'upsert', body: { referenceId: 'R-1', title: 'Another' } },
        { operation: 'jump' },
        { operation: 'upsert', body: aJob({ referenceId: 'R-3' }) },
        { operation: 'delete', referenceId: 'R-9' },
      ],
    });
    expect([status, body.succeeded, body.failed]).toEqual([200, 3, 3]);
    expect(body.results.map((result: { status: number }) => result.status)).toEqual([
      201, 404, 200, 400, 201, 404,
    ]);
    expect(body.results[2]).toMatchObject({ id: job.id, job: { ...job, title: 'Another' } });
    expect(body.results[3].problem.errors).toMatchObject([{ pointer: '/operations/3/operation' }]);
  });

  test('says what each operation did to its job', async () => {
    const { acme, job } = await service.employerWithJob({ referenceId: 'R-1' });
    const replayed = { operation: 'create', body: aJob({ title: 'Cook' }), idempotencyKey: 'K-1' };
    const other = (await acme.post('/jobs', aJob())).body;
    const { body } = await acme.post('/jobs/batch', {
      operations: [
        { operation: 'upsert', body: { referenceId: 'R-1', title: job.title } },
        { operation: 'update', id: other.id, body: { title: 'Another' } },
        { operation: 'upsert', body: aJob({ referenceId: 'R-2' }) },
        replayed,
        { operation: 'delete', id: absent },
      ],
    });
    const effects = body.results.map(({ effect }: { effect?: string }) => effect);
    expect(effects).toEqual(['none', 'update', 'create', 'create', undefined]);
    const again = { operations: [replayed, { operation: 'delete', referenceId: 'R-1' }] };
    const { results } = (await acme.post('/jobs/batch', again)).body;
    expect(results).toMatchObject([{ effect: 'none', replayed: true }, { effect: 'delete' }]);
  });
});
