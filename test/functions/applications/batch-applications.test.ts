import { describe, expect, test } from '@jest/globals';
import { BATCH_MAX_OPERATIONS } from '../../../schemas/limits.ts';
import { aFile, applicationsInTable } from '../../setup/applications-in-table.ts';
import type { Client } from '../../setup/http-client.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();
const applications = applicationsInTable(service.db);

async function applied(count: number) {
  const { acme, job } = await service.employerWithJob();
  return { acme, job, ids: await applications.createMany(acme.employer, count, () => ({ job })) };
}

const batch = ({ post }: Client, operations: unknown, headers: Record<string, string> = {}) =>
  post('/applications/batch', { operations }, headers);

const UNKNOWN_ID = '0'.repeat(32);

describe('POST /applications/batch', () => {
  test('runs each operation like a single request, returns results in order, and continues after a failure', async () => {
    const { acme, job, ids } = await applied(4);
    const [staged, same, stale, unchanged] = ids;
    const erased = await applications.create(acme.employer, job, { file: aFile });
    const etag = (await acme.get(`/applications/${erased}`)).headers.get('etag') ?? '';
    const { status, body } = await batch(acme, [
      { operation: 'update', id: staged, body: { stage: 'interview' } },
      { operation: 'update', id: same, body: { stage: 'new' } },
      { operation: 'update', id: stale, ifMatch: '"old"', body: { stage: 'offer' } },
      { operation: 'delete', id: unchanged, ifMatch: '"old"' },
      { operation: 'delete', id: erased, ifMatch: etag },
      { operation: 'update', id: UNKNOWN_ID, body: { stage: 'offer' } },
      { operation: 'update', id: 'x', body: { stage: 'fired' } },
      { operation: 'update', id: 'y' },
      { operation: 'create', id: 'z', body: {} },
      { operation: 'delete' },
    ]);
    expect([status, body.succeeded, body.failed]).toEqual([200, 3, 7]);
    type Result = Record<string, { code: string }>;
    const briefOf = ({ status: each, effect, problem }: Result) => [each, effect ?? problem?.code];
    expect(body.results.map(briefOf)).toEqual([
      [200, 'update'],
      [200, 'none'],
      [412, 'precondition_failed'],
      [412, 'precondition_failed'],
      [204, 'delete'],
      [404, 'application_not_found'],
      [400, 'validation_failed'],
      [400, 'body_missing'],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
    ]);
    expect(body.results[0].application).toEqual((await acme.get(`/applications/${staged}`)).body);
    expect(body.results.at(-1).problem.errors[0]).toMatchObject({ pointer: '/operations/9/id' });
    expect((await acme.get(`/applications/${stale}`)).body.stage).toBe('new');
    expect((await acme.get(`/applications/${unchanged}`)).status).toBe(200);
    expect((await acme.get(`/applications/${erased}`)).status).toBe(404);
  });

  test('runs 100 operations, and leaves the applications out of the response with Prefer: return=minimal', async () => {
    const { acme, ids } = await applied(BATCH_MAX_OPERATIONS);
    const operations = ids.map((id) => ({ operation: 'update', id, body: { stage: 'rejected' } }));
    const { body } = await batch(acme, operations, { prefer: 'return=minimal' });
    expect([body.succeeded, body.results.length]).toEqual([100, 100]);
    expect(body.results[0]).toEqual({ status: 200, effect: 'update', etag: expect.any(String) });
    const { data } = (await acme.get('/applications?stage=rejected')).body;
    expect(data).toHaveLength(BATCH_MAX_OPERATIONS);
  });

  test('404s an operation on an application of another employer, and does not change the application', async () => {
    const { acme, ids } = await applied(1);
    const other = await service.newEmployer();
    const { body } = await batch(other, [{ operation: 'delete', id: ids[0] }]);
    expect(body.results[0]).toMatchObject({ status: 404, problem: { code: 'application_not_found' } });
    expect((await acme.get(`/applications/${ids[0]}`)).status).toBe(200);
  });

  test('400s when the body names an application twice, and runs no operation', async () => {
    const { acme, ids } = await applied(1);
    const operation = { operation: 'delete', id: ids[0] };
    const { status, body } = await batch(acme, [operation, operation]);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect((await acme.get(`/applications/${ids[0]}`)).status).toBe(200);
  });
});
